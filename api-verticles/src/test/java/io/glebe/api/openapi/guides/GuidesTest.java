package io.glebe.api.openapi.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guides of a running platform, which anybody may read. */
class GuidesTest {
  private static final Path DOCS = Path.of("../docs");
  private static final Pattern TARGET =
      Pattern.compile("(?:href|src)=\"(/docs/guides/?[^\"#]*)#?([^\"]*)\"");

  private final TestPlatform platform = TestPlatform.shared();

  private HttpResponse<String> get(String path) {
    return platform.send(HttpRequest.newBuilder(platform.uri(path)));
  }

  /** The guides of the repository, without the decisions. */
  private static List<String> guides() throws IOException {
    try (Stream<Path> files = Files.walk(DOCS)) {
      return files
          .map(file -> DOCS.relativize(file).toString())
          .filter(file -> file.endsWith(".md") && !file.startsWith("decisions"))
          .map(file -> file.replace(".md", ""))
          .sorted()
          .toList();
    }
  }

  @Test
  void everyGuideIsServed() throws IOException {
    assertThat(guides()).hasSizeGreaterThan(40);
    for (String guide : guides()) {
      String title = Files.readAllLines(DOCS.resolve(guide + ".md")).getFirst().replace("# ", "");
      HttpResponse<String> page = get("/docs/guides/" + guide);
      assertThat(page.statusCode()).as(guide).isEqualTo(200);
      assertThat(page.body()).as(guide).contains("<title>" + title + " · Glebe</title>");
    }
  }

  @Test
  void everyLinkLeadsToAPlaceOfAGuide() throws IOException {
    List<String> broken = new ArrayList<>();
    for (String guide : guides()) {
      Matcher target = TARGET.matcher(get("/docs/guides/" + guide).body());
      while (target.find()) {
        String anchor = target.group(2);
        HttpResponse<String> page = get(target.group(1));
        boolean isThere = anchor.isEmpty() || page.body().contains("id=\"" + anchor + "\"");
        if (page.statusCode() != 200 || !isThere) {
          broken.add(guide + " -> " + target.group());
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void theListIsTheStartAndNamesTheGuides() {
    assertThat(get("/docs/guides").statusCode()).isEqualTo(302);
    assertThat(get("/docs/guides/").body()).contains("href=\"/docs/guides/operations/backup\"");
    assertThat(get("/docs/").body()).contains("href=\"guides/\"");
  }

  @Test
  void aSearchFindsThePartsThatHaveAllWords() {
    HttpResponse<String> results = get("/docs/guides/?q=Backup+BUCKET");
    assertThat(results.statusCode()).isEqualTo(200);
    assertThat(results.body())
        .contains("<a href=\"/docs/guides/operations/backup#", "<mark>bucket");
    assertThat(get("/docs/guides/?q=backup+zyxwv").body()).contains("Nothing found");
    assertThat(get("/docs/guides/?q=%3Cb%3E%22").body()).contains("value=\"&lt;b&gt;&quot;\"");
  }

  @Test
  void wrongRequestsAreRefused() {
    assertThat(get("/docs/guides/?q=" + "x".repeat(101)).statusCode()).isEqualTo(400);
    assertThat(get("/docs/guides/?p=token").statusCode()).isEqualTo(400);
    assertThat(get("/docs/guides/mqtt?utm_source=mail").statusCode()).isEqualTo(200);
    assertThat(get("/docs/?urls.primaryName=Farm").statusCode()).isEqualTo(200);
    for (String name : List.of("nothing", "images/nothing.png", "decisions/README", "..%2Fpom")) {
      assertThat(get("/docs/guides/" + name).statusCode()).as(name).isEqualTo(404);
    }
  }

  @Test
  void aPageIsReadAgainOnlyWhenItChanged() {
    String etag = get("/docs/guides/mqtt").headers().firstValue("ETag").orElseThrow();
    HttpRequest.Builder again =
        HttpRequest.newBuilder(platform.uri("/docs/guides/mqtt")).header("If-None-Match", etag);
    assertThat(platform.send(again).statusCode()).isEqualTo(304);
  }
}
