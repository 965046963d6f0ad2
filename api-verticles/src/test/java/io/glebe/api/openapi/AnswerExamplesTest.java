package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every body and every answer of the published contracts has an example that its schema allows. */
class AnswerExamplesTest {
  /** Forms that are bytes, or pages for people. */
  private static final String WITHOUT = "text/html|[*]/[*]|application/xhtml[+]xml";

  private final List<DocumentCheck> documents =
      Oas.documents().stream().map(DocumentCheck::new).toList();

  /** A form of a body or of an answer. */
  private record Content(DocumentCheck check, String place, String mediaType, JsonNode media) {
    List<JsonNode> examples() {
      List<JsonNode> all = new ArrayList<>();
      if (media.has("example")) {
        all.add(media.path("example"));
      }
      media.path("examples").forEach(each -> all.add(check.resolved(each).path("value")));
      return all;
    }

    /** Whether it is text, of which there can be an example. */
    boolean isText() {
      return !mediaType.split(";", 2)[0].matches(WITHOUT)
          && !media.at("/schema/format").asText().equals("binary");
    }

    @Override
    public String toString() {
      return place + " " + mediaType;
    }
  }

  private void each(Consumer<Content> action) {
    for (DocumentCheck check : documents) {
      for (Map.Entry<String, JsonNode> path : check.document().path("paths").properties()) {
        for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
          String name = method.getKey() + " " + path.getKey();
          each(check, name + " body", method.getValue().path("requestBody"), action);
          for (Map.Entry<String, JsonNode> answer :
              method.getValue().path("responses").properties()) {
            each(check, name + " " + answer.getKey(), answer.getValue(), action);
          }
        }
      }
    }
  }

  private static void each(
      DocumentCheck check, String place, JsonNode described, Consumer<Content> action) {
    for (Map.Entry<String, JsonNode> media :
        check.resolved(described).path("content").properties()) {
      action.accept(new Content(check, place, media.getKey(), media.getValue()));
    }
  }

  @Test
  void everyBodyAndEveryAnswerThatIsTextHasAnExample() {
    List<String> gaps = new ArrayList<>();
    each(
        content -> {
          if (content.isText() && content.examples().isEmpty()) {
            gaps.add(content.toString());
          }
        });
    assertThat(gaps).isEmpty();
  }

  @Test
  void everyExampleMatchesItsSchema() {
    List<String> faults = new ArrayList<>();
    int[] checked = {0};
    each(
        content -> {
          for (JsonNode example : content.examples()) {
            checked[0]++;
            if (!content.check().fits(content.media().path("schema"), example)) {
              faults.add(content + ": " + example);
            }
          }
        });
    assertThat(faults).isEmpty();
    assertThat(checked[0]).isGreaterThan(1_500);
  }

  @Test
  void theExamplesAreASmallPartOfTheDocuments() {
    for (DocumentCheck check : documents) {
      ObjectNode bare = check.document().deepCopy();
      bare.path("paths").forEach(path -> path.forEach(AnswerExamplesTest::withoutAnswers));
      UsedComponents.keep(bare);
      int whole = check.document().toString().length();
      int without = bare.toString().length();
      String title = check.document().at("/info/title").asText();
      System.out.println(title + ": " + whole + " characters, " + without + " without answers");
      assertThat(whole).isLessThan(without * 3 / 2);
    }
  }

  private static void withoutAnswers(JsonNode operation) {
    for (JsonNode answer : operation.path("responses")) {
      for (JsonNode media : answer.path("content")) {
        ((ObjectNode) media).remove("example");
        if (media.path("examples").has("recorded")) {
          ((ObjectNode) media).remove("examples");
        }
      }
    }
  }
}
