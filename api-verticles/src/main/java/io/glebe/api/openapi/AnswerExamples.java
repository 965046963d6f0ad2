package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Examples of answers. {@code ExampleRequestsTest} and {@code RegistryExamplesTest} recorded them
 * from a platform with the sample, as answers to the published examples of requests, with shortened
 * lists. The files have a line for each answer: the id of its operation, its status and its media
 * type, and its body. Immutable.
 */
final class AnswerExamples {
  private static final AnswerExamples FARM = load("farm");
  private static final AnswerExamples SPATIO = load("spatio");
  private static final Map<Surface, AnswerExamples> OF =
      Map.of(
          Surface.FARM, FARM,
          Surface.V2, SPATIO,
          Surface.LEGACY, SPATIO,
          Surface.OPERATIONS, SPATIO,
          Surface.SENSOR, load("sensor"),
          Surface.STORE, load("store"),
          Surface.SERVICES, load("services"));

  private final ObjectNode answers;

  private AnswerExamples(ObjectNode answers) {
    this.answers = answers;
  }

  private static AnswerExamples load(String surface) {
    String name = "/examples/answers/" + surface + ".json";
    try (InputStream in = AnswerExamples.class.getResourceAsStream(name)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return new AnswerExamples(Json.parseObject(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The example of an answer; where none was recorded, that of another answer of the operation with
   * the same schema: a replaced record looks like a created one.
   */
  static Optional<JsonNode> of(Route route, DocumentedResponse answer) {
    AnswerExamples examples = OF.get(route.surface());
    if (examples == null) {
      return Optional.empty();
    }
    Stream<DocumentedResponse> alike =
        answer.schema().isEmpty() || !ContractOperation.isJson(answer.mediaType())
            ? Stream.of()
            : route.operation().answers().stream()
                .filter(other -> other.schema().equals(answer.schema()))
                .filter(other -> ContractOperation.isJson(other.mediaType()));
    return Stream.concat(Stream.of(answer), alike)
        .flatMap(each -> examples.recorded(route, each).stream())
        .findFirst();
  }

  private Optional<JsonNode> recorded(Route route, DocumentedResponse answer) {
    return Stream.of(ContractOperation.id(route), route.operation().id())
        .map(id -> answers.get(key(id, answer.status(), answer.mediaType())))
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** The name of an answer in the files. */
  static String key(String operation, int status, String mediaType) {
    return operation + " " + status + " " + mediaType;
  }

  /** The recorded answers of a surface by their names. */
  static ObjectNode recorded(Surface surface) {
    return Objects.requireNonNull(OF.get(surface), surface.name()).answers.deepCopy();
  }
}
