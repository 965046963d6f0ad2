package io.glebe.api.openapi.guides;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuideWriterTest {
  private static Guide write(String markdown) {
    return GuideWriter.write("page", markdown, link -> link.contains("known") ? "/to" : "");
  }

  @Test
  void headingsHaveTheAnchorsOfCodeHosts() {
    Guide guide = write("# Who reaches it\n\n## Who reaches it\n\n## `GLEBE_X`, and Y\n");
    assertThat(guide.title()).isEqualTo("Who reaches it");
    assertThat(guide.sections().stream().map(Guide.Section::anchor))
        .containsExactly("who-reaches-it", "who-reaches-it-1", "glebe_x-and-y");
    assertThat(guide.body()).contains("<h2 id=\"who-reaches-it-1\">");
  }

  @Test
  void linksLeadToWhatIsServedAndOthersAreText() {
    Guide guide = write("A [known](known.md) page, an [*other*](x.java) one, ![a map](x.png).");
    assertThat(guide.body())
        .isEqualTo("<p>A <a href=\"/to\">known</a> page, an <em>other</em> one, a map.</p>\n");
  }

  @Test
  void markupIsTextAndCommentsAreLeftOut() {
    Guide guide = write("<!-- run: x -->\n\nA <script>alert(1)</script> [x](javascript:known)");
    assertThat(guide.body()).contains("&lt;script&gt;").doesNotContain("<script", "run: x");
  }

  @Test
  void aSectionHasTheTextUpToTheNextHeading() {
    Guide guide =
        write("# Title\nFirst\nline.\n\n| a | b |\n|---|---|\n| `c` | d |\n\n## Next\nMore.");
    assertThat(guide.sections().getFirst().text()).isEqualTo("First line. a: b. c: d. ");
    assertThat(guide.sections().getLast().text()).isEqualTo("More. ");
  }
}
