package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The example of an operation as its document has it.
 *
 * @param target path and query
 * @param mediaType of the body; empty without one
 */
record ExampleRequest(
    PublishedOperation operation,
    String target,
    Map<String, String> headers,
    String mediaType,
    String body) {
  private static final String BOUNDARY = "part-of-an-example";

  /**
   * One request for each form of the body that has an example.
   *
   * @param given values that only the platform knows, by the name of a parameter or member
   * @throws AssertionError when the document has no complete example, or one against its schema
   */
  static List<ExampleRequest> of(PublishedOperation operation, Map<String, String> given) {
    String path = path(operation, given);
    List<String> query = new ArrayList<>();
    values(operation, "query")
        .forEach((name, value) -> query.add(name + "=" + KnownPaths.encoded(value)));
    String target = path + (query.isEmpty() ? "" : "?" + String.join("&", query));
    Map<String, String> headers = values(operation, "header");
    List<ExampleRequest> requests = new ArrayList<>();
    bodies(operation, given)
        .forEach(
            (type, body) ->
                requests.add(new ExampleRequest(operation, target, headers, type, body)));
    return requests;
  }

  /** The path with its published values, or with those that are given by name. */
  static String path(PublishedOperation operation, Map<String, String> given) {
    String path = operation.path();
    for (JsonNode parameter : operation.parameters("path")) {
      String name = parameter.path("name").asText();
      String value =
          given.getOrDefault(
              name,
              text(
                  example(operation, parameter)
                      .orElseThrow(() -> new AssertionError("no example of " + name))));
      boolean isPath = name.equals("path");
      path = path.replace("{" + name + "}", isPath ? value : KnownPaths.encoded(value));
    }
    return path;
  }

  /** The same request with this at the end of its target. */
  ExampleRequest with(String more) {
    return new ExampleRequest(operation, target + more, headers, mediaType, body);
  }

  /** The same request for an answer in this form. */
  ExampleRequest accepting(String form) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put("Accept", form);
    return new ExampleRequest(operation, target, more, mediaType, body);
  }

  /** The same request with another body. */
  ExampleRequest withBody(String other) {
    return new ExampleRequest(operation, target, headers, mediaType, other);
  }

  private static Map<String, String> values(PublishedOperation operation, String place) {
    Map<String, String> values = new LinkedHashMap<>();
    for (JsonNode parameter : operation.parameters(place)) {
      String name = parameter.path("name").asText();
      Optional<JsonNode> example = example(operation, parameter);
      if (example.isEmpty() && parameter.path("required").asBoolean()) {
        throw new AssertionError("no example of " + name);
      }
      example.ifPresent(value -> values.put(name, text(value)));
    }
    return values;
  }

  private static String text(JsonNode value) {
    return value instanceof ArrayNode array
        ? array.valueStream().map(JsonNode::asText).collect(Collectors.joining(","))
        : value.asText();
  }

  /** The example of a parameter or a body, which must match its schema. */
  private static Optional<JsonNode> example(PublishedOperation operation, JsonNode described) {
    JsonNode value = described.path("example");
    for (JsonNode each : described.path("examples")) {
      value = operation.check().resolved(each).path("value");
    }
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    if (!operation.check().fits(described.path("schema"), value)) {
      throw new AssertionError(value + " does not match its schema");
    }
    return Optional.of(value);
  }

  private static Map<String, String> bodies(
      PublishedOperation operation, Map<String, String> given) {
    Map<String, String> bodies = new LinkedHashMap<>();
    if (operation.bodies().isMissingNode()) {
      return Map.of("", "");
    }
    boolean hasJson = false;
    for (Map.Entry<String, JsonNode> media : operation.bodies().properties()) {
      Optional<JsonNode> example = example(operation, media.getValue());
      boolean isJson = ContractOperation.isJson(media.getKey());
      if (example.isEmpty() || (isJson && hasJson)) {
        continue; // all types of JSON have the same example
      }
      hasJson |= isJson;
      if (media.getKey().equals("multipart/mixed")) {
        String text = example.get().asText();
        bodies.put(
            media.getKey() + "; boundary=" + text.lines().findFirst().get().substring(2), text);
      } else if (media.getKey().startsWith("multipart/")) {
        bodies.put(
            media.getKey() + "; boundary=" + BOUNDARY,
            form(example.get(), media.getValue().path("encoding")));
      } else if (media.getKey().endsWith("urlencoded")) {
        bodies.put(media.getKey(), fields(example.get(), given));
      } else {
        bodies.put(media.getKey(), isJson ? json(example.get(), given) : example.get().asText());
      }
    }
    if (bodies.isEmpty()) {
      throw new AssertionError("no example of the body");
    }
    return bodies;
  }

  private static String json(JsonNode example, Map<String, String> given) {
    JsonNode body = example.deepCopy();
    if (body instanceof ObjectNode object) {
      given.entrySet().stream()
          .filter(each -> object.has(each.getKey()))
          .forEach(each -> object.put(each.getKey(), each.getValue()));
    }
    return Json.write(body);
  }

  private static String fields(JsonNode example, Map<String, String> given) {
    return example.properties().stream()
        .map(
            field -> {
              String value = given.getOrDefault(field.getKey(), field.getValue().asText());
              return field.getKey() + "=" + KnownPaths.encoded(value);
            })
        .collect(Collectors.joining("&"));
  }

  /** A form whose parts have the first media type that the document names for them. */
  private static String form(JsonNode example, JsonNode encoding) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, JsonNode> part : example.properties()) {
      Iterable<JsonNode> values =
          part.getValue().isArray() ? part.getValue() : List.of(part.getValue());
      String types = encoding.path(part.getKey()).path("contentType").asText();
      for (JsonNode value : values) {
        text.append("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"");
        text.append(part.getKey()).append('"');
        if (!types.isEmpty()) {
          String type = types.split(", ", 2)[0].replace("/*", "/plain");
          text.append("; filename=\"example\"\r\nContent-Type: ").append(type);
        }
        text.append("\r\n\r\n").append(value.asText()).append("\r\n");
      }
    }
    return text.append("--" + BOUNDARY + "--\r\n").toString();
  }

  @Override
  public String toString() {
    return operation.method() + " " + target + " " + mediaType;
  }
}
