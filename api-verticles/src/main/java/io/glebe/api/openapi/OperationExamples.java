package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import io.glebe.core.json.Json;
import io.glebe.core.json.JsonPatch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The example of each operation. A file for each surface has values of path parameters by their
 * names, and by the id of the operation other values and its body; examples of records come from
 * the catalogue. Immutable.
 */
final class OperationExamples {
  private static final Pattern VALUE = Pattern.compile("\\$\\{(\\w+)}");
  private static final Map<Surface, OperationExamples> OF =
      Map.of(
          Surface.FARM, load("farm"),
          Surface.V2, load("spatio"),
          Surface.LEGACY, load("spatio"),
          Surface.OPERATIONS, load("operations"),
          Surface.SENSOR, load("sensor"),
          Surface.STORE, load("store"),
          Surface.SERVICES, load("services"));

  private final JsonNode parameters;
  private final JsonNode operations;

  private OperationExamples(ObjectNode file) {
    this.parameters = file.path("parameters");
    this.operations = filled(file.path("operations"));
  }

  private static OperationExamples load(String surface) {
    try (InputStream in =
        OperationExamples.class.getResourceAsStream("/examples/" + surface + ".json")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new OperationExamples(Json.parseObject(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The examples of the operations of a surface. */
  static OperationExamples of(Surface surface) {
    return OF.getOrDefault(surface, new OperationExamples(Json.object()));
  }

  /** The ids of the operations that have values or a body of their own. */
  Iterable<String> ids() {
    return () -> operations.fieldNames();
  }

  /** A value with the values of path parameters in place of their names. */
  private JsonNode filled(JsonNode value) {
    if (value instanceof ObjectNode object) {
      object.properties().forEach(member -> member.setValue(filled(member.getValue())));
    } else if (value instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, filled(array.get(i)));
      }
    } else if (value.isTextual()) {
      return TextNode.valueOf(
          VALUE
              .matcher(value.asText())
              .replaceAll(
                  name -> Matcher.quoteReplacement(parameters.path(name.group(1)).asText())));
    }
    return value;
  }

  /** The value of a parameter; a parameter of the query may have none and is then left out. */
  Optional<JsonNode> parameter(Route route, String place, String name) {
    JsonNode own = operations.path(route.operation().id()).path("parameters").path(name);
    if (!own.isMissingNode()) {
      return Optional.of(own);
    }
    if (!place.equals("path")) {
      return Optional.empty();
    }
    Optional<JsonNode> record = RecordExamples.id(route, name).map(TextNode::valueOf);
    return record.or(() -> Optional.ofNullable(parameters.get(name)));
  }

  /** The body in this media type. */
  Optional<JsonNode> body(Route route, String mediaType) {
    JsonNode operation = operations.path(route.operation().id());
    boolean isForm = mediaType.startsWith("multipart/form-data");
    JsonNode value = operation.path(isForm ? "form" : member(mediaType));
    boolean hasMembers = ContractOperation.isJson(mediaType) || mediaType.endsWith("urlencoded");
    boolean suits = isForm || hasMembers == value.isContainerNode();
    return value.isMissingNode() || !suits ? Optional.empty() : Optional.of(value);
  }

  private static String member(String mediaType) {
    return switch (mediaType) {
      case JsonPatch.MEDIA_TYPE -> "jsonPatch";
      case "multipart/mixed" -> "mixed";
      case "application/x-ndjson" -> "lines";
      default -> "body";
    };
  }
}
