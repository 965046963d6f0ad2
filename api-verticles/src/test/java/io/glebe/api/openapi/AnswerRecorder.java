package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.api.http.Surface;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares the answers of a running platform with the recorded examples of {@link AnswerExamples}.
 * With {@code -Dglebe.examples.record=true} it writes the file of examples again: what is missing
 * or has another form now is recorded, the other examples stay.
 */
final class AnswerRecorder {
  private static final boolean IS_RECORDING = Boolean.getBoolean("glebe.examples.record");
  private static final Path FILES = Path.of("src/main/resources/examples/answers");
  private static final int LONGEST_TEXT = 2_000;
  private static final int MAX_LINES = 4;

  /** Forms that are text and no document for people. */
  private static final Set<String> TEXTS = Set.of("text/csv", "application/x-ndjson", "text/plain");

  private final String file;
  private final String server;
  private final Map<String, JsonNode> known = new TreeMap<>();
  private final Set<String> noted = new TreeSet<>();
  private final Set<String> differing = new TreeSet<>();

  /**
   * @param surface whose document has the operations
   * @param file its name without its ending
   * @param server address of the platform, which examples do not have
   */
  private AnswerRecorder(Surface surface, String file, String server) {
    this.file = file;
    this.server = server;
    AnswerExamples.recorded(surface).properties().forEach(e -> known.put(e.getKey(), e.getValue()));
  }

  /**
   * @param prefix of the paths of the document
   */
  static AnswerRecorder of(String prefix, String server) {
    return switch (prefix) {
      case "/v1" -> new AnswerRecorder(Surface.FARM, "farm", server);
      case "/api/v2" -> new AnswerRecorder(Surface.V2, "spatio", server);
      case "/sta/v1.1" -> new AnswerRecorder(Surface.SENSOR, "sensor", server);
      case "/store" -> new AnswerRecorder(Surface.STORE, "store", server);
      default -> new AnswerRecorder(Surface.SERVICES, "services", server);
    };
  }

  /** The further forms in which an operation answers with text. */
  List<String> otherForms(PublishedOperation operation) {
    List<String> forms = new ArrayList<>();
    for (Map.Entry<String, JsonNode> answer : answers(operation)) {
      for (Map.Entry<String, JsonNode> media : answer.getValue().path("content").properties()) {
        String key = AnswerExamples.key(id(operation), status(answer), media.getKey());
        if (isText(media.getKey()) && !noted.contains(key) && needs(media.getValue())) {
          forms.add(media.getKey());
        }
      }
    }
    return forms;
  }

  private static List<Map.Entry<String, JsonNode>> answers(PublishedOperation operation) {
    return operation.described().path("responses").properties().stream()
        .filter(answer -> answer.getKey().startsWith("2"))
        .toList();
  }

  private static int status(Map.Entry<String, JsonNode> answer) {
    return Integer.parseInt(answer.getKey());
  }

  /** Examples of records come from the catalogue. */
  private static boolean needs(JsonNode media) {
    return !media.path("examples").has("sample");
  }

  private static boolean isText(String mediaType) {
    return ContractOperation.isJson(mediaType) || TEXTS.contains(bare(mediaType));
  }

  private static String bare(String mediaType) {
    return mediaType.split(";", 2)[0].strip();
  }

  private static String id(PublishedOperation operation) {
    return operation.described().path("operationId").asText().replaceFirst("(Alias)+$", "");
  }

  /** Compares an answer with its example, and records it where that is missing or differs. */
  void note(PublishedOperation operation, int status, String contentType, String body) {
    Optional<Map.Entry<String, JsonNode>> media =
        operation.described().at("/responses/" + status + "/content").properties().stream()
            .filter(e -> bare(e.getKey()).equals(bare(contentType)))
            .findFirst();
    if (media.isEmpty() || !isText(contentType) || !needs(media.get().getValue())) {
      return;
    }
    String key = AnswerExamples.key(id(operation), status, media.get().getKey());
    if (!noted.add(key)) {
      return;
    }
    String text =
        body.replace(server, "http://localhost:8080")
            .replaceAll("(mqtts://[^:\"/]*):\\d+", "$1:8883")
            .replaceAll("(mqtt://[^:\"/]*):\\d+", "$1:1883");
    JsonNode schema = media.get().getValue().path("schema");
    JsonNode answer = ContractOperation.isJson(contentType) ? Json.parse(text) : lines(text);
    JsonNode example = known.getOrDefault(key, known.get(key.replaceFirst("Legacy ", " ")));
    boolean isSame =
        example != null && operation.check().fits(schema, example) && hasForm(example, answer);
    if (!isSame) {
      differing.add(key);
      known.put(key, ShortenedExample.of(answer, each -> operation.check().fits(schema, each)));
    }
  }

  private static TextNode lines(String text) {
    String some = text.lines().limit(MAX_LINES).collect(Collectors.joining("\n", "", "\n"));
    return TextNode.valueOf(some.substring(0, Math.min(some.length(), LONGEST_TEXT)));
  }

  /** Whether an answer has all members of its example, and the example all of the answer's own. */
  private static boolean hasForm(JsonNode example, JsonNode answer) {
    if (!answer.isContainerNode()) {
      return example.getNodeType() == answer.getNodeType();
    }
    Set<String> own = new TreeSet<>();
    answer.fieldNames().forEachRemaining(own::add);
    Set<String> shown = new TreeSet<>();
    example.fieldNames().forEachRemaining(shown::add);
    boolean isMap = own.size() > ShortenedExample.MOST_MEMBERS;
    return isMap ? own.containsAll(shown) : own.equals(shown);
  }

  /** Writes the file where examples are recorded; returns the answers that differ from theirs. */
  Set<String> finish() {
    if (!IS_RECORDING) {
      return differing;
    }
    String text =
        known.entrySet().stream()
            .map(
                e ->
                    "  "
                        + Json.write(TextNode.valueOf(e.getKey()))
                        + ": "
                        + Json.write(e.getValue()))
            .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    try {
      Files.writeString(FILES.resolve(file + ".json"), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return Set.of();
  }
}
