package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.glebe.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A request that was generated from a document.
 *
 * @param target path and query
 * @param mediaType of the body; empty without one
 * @param isInvalid whether it contradicts the document and must be refused
 * @param what how it was generated
 */
record GeneratedRequest(
    PublishedOperation operation,
    String target,
    String mediaType,
    String body,
    boolean isInvalid,
    String what) {
  /** How a request was generated that has only the required parameters. */
  static final String REQUIRED_ONLY = "only what is required";

  private static final List<String> WRONG_TEXTS =
      List.of("x", "-1", "0", "1.5", "99999999999999999999", "true?", "2026-99-99", "NaN", "é", "");

  /** Generates requests of one operation. */
  record Source(
      PublishedOperation operation, KnownPaths paths, SchemaValues values, Random random) {
    /** Requests that match the document, and such that contradict it in one thing. */
    List<GeneratedRequest> requests() {
      List<GeneratedRequest> requests = new ArrayList<>();
      if (!operation.streams()) {
        requests.add(valid());
        requests.add(valid());
        requests.add(bare());
        furtherForms().forEach(form -> requests.add(valid(body(form), "valid " + form.getKey())));
      }
      wrongParameter("query").ifPresent(requests::add);
      wrongParameter("path").ifPresent(requests::add);
      requests.addAll(wrongBodies());
      requests.addAll(brokenBodies());
      return requests;
    }

    private GeneratedRequest valid() {
      return valid(body(), "valid");
    }

    private GeneratedRequest valid(Map.Entry<String, String> body, String what) {
      String path = paths.path(operation, values);
      return new GeneratedRequest(
          operation, path + query(List.of()), body.getKey(), body.getValue(), false, what);
    }

    /** Nothing in the query but what the document requires. */
    private GeneratedRequest bare() {
      List<String> query = new ArrayList<>();
      for (JsonNode parameter : operation.parameters("query")) {
        if (parameter.path("required").asBoolean()) {
          String name = parameter.path("name").asText();
          JsonNode schema = operation.check().resolved(parameter.path("schema"));
          List<JsonNode> examples = examples(parameter);
          schema.path("examples").forEach(examples::add);
          Optional<JsonNode> value =
              examples.isEmpty() ? values.valid(name, schema) : Optional.of(examples.getFirst());
          value.ifPresent(each -> query.add(name + "=" + KnownPaths.encoded(text(each))));
        }
      }
      String target =
          paths.path(operation, values) + (query.isEmpty() ? "" : "?" + String.join("&", query));
      Map.Entry<String, String> body = body();
      return new GeneratedRequest(
          operation, target, body.getKey(), body.getValue(), false, REQUIRED_ONLY);
    }

    /** Required parameters of the query and some others, and these. */
    private String query(List<String> more) {
      List<String> parts = new ArrayList<>();
      for (JsonNode parameter : operation.parameters("query")) {
        boolean required = parameter.path("required").asBoolean();
        String name = parameter.path("name").asText();
        boolean given = more.stream().anyMatch(part -> part.startsWith(name + "="));
        boolean open = parameter.path("schema").path("type").asText().equals("object");
        if (!given && !open && (required || (more.isEmpty() && random.nextInt(4) == 0))) {
          example(name, parameter)
              .ifPresent(value -> parts.add(name + "=" + KnownPaths.encoded(text(value))));
        }
      }
      parts.addAll(more);
      return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }

    private Optional<JsonNode> example(String name, JsonNode described) {
      List<JsonNode> examples = examples(described);
      return examples.isEmpty() || random.nextBoolean()
          ? values.valid(name, described.path("schema"))
          : Optional.of(examples.get(random.nextInt(examples.size())));
    }

    private List<JsonNode> examples(JsonNode described) {
      List<JsonNode> examples = new ArrayList<>();
      if (described.has("example")) {
        examples.add(described.path("example"));
      }
      for (JsonNode each : described.path("examples")) {
        examples.add(operation.check().resolved(each).path("value"));
      }
      return examples;
    }

    private static String text(JsonNode value) {
      if (value instanceof ArrayNode array) {
        return array.valueStream().map(JsonNode::asText).collect(Collectors.joining(","));
      }
      return value.asText();
    }

    private Optional<GeneratedRequest> wrongParameter(String place) {
      List<JsonNode> parameters = operation.parameters(place);
      if (parameters.isEmpty()) {
        return Optional.empty();
      }
      JsonNode parameter = parameters.get(random.nextInt(parameters.size()));
      String name = parameter.path("name").asText();
      String wrong = WRONG_TEXTS.get(random.nextInt(WRONG_TEXTS.size()));
      JsonNode schema = operation.check().resolved(parameter.path("schema"));
      boolean open = schema.path("type").asText().equals("object"); // has any name and value
      open |= place.equals("query") && isText(schema); // a filter by a text may find nothing
      if (open || matches(schema, wrong)) {
        return Optional.empty();
      }
      String path = paths.path(operation, values);
      Map.Entry<String, String> body = body();
      String target;
      if (place.equals("query")) {
        target = path + query(List.of(name + "=" + KnownPaths.encoded(wrong)));
      } else if (wrong.isEmpty()) {
        return Optional.empty(); // another path
      } else {
        String template = operation.path().replace("{" + name + "}", KnownPaths.encoded(wrong));
        target = paths.filled(operation, template, values) + query(List.of());
      }
      String what = place + " parameter " + name + "=" + wrong;
      return Optional.of(
          new GeneratedRequest(operation, target, body.getKey(), body.getValue(), true, what));
    }

    private static boolean isText(JsonNode schema) {
      return schema.path("type").asText().equals("string") && !schema.has("enum");
    }

    private boolean matches(JsonNode schema, String text) {
      for (String choice : List.of("anyOf", "oneOf")) {
        if (schema.has(choice)) {
          return schema.path(choice).valueStream().anyMatch(each -> matches(each, text));
        }
      }
      return operation.check().fits(schema, read(schema, text));
    }

    /** The value that a text stands for in a parameter with this schema. */
    private static JsonNode read(JsonNode schema, String text) {
      return switch (schema.path("type").asText()) {
        case "integer", "number" ->
            text.matches("-?\\d+(\\.\\d+)?") ? Json.parse(text) : Json.object().textNode(text);
        case "boolean" ->
            text.equals("true") || text.equals("false")
                ? Json.object().booleanNode(text.equals("true"))
                : Json.object().textNode(text);
        case "array" -> {
          ArrayNode array = Json.array();
          for (String part : text.split(",", -1)) {
            array.add(read(schema.path("items"), part));
          }
          yield array;
        }
        default -> Json.object().textNode(text);
      };
    }

    /** Media type and text of a body in the first form that matches the document. */
    private Map.Entry<String, String> body() {
      return operation.bodies().properties().stream()
          .findFirst()
          .map(this::body)
          .orElse(Map.entry("", ""));
    }

    private Map.Entry<String, String> body(Map.Entry<String, JsonNode> form) {
      return Map.entry(
          form.getKey(),
          isJson(form)
              ? validBody(form.getValue()).map(Json::write).orElse("{}")
              : isLines(form) ? lines(form.getValue()) : "nothing");
    }

    private static boolean isJson(Map.Entry<String, JsonNode> form) {
      return form.getKey().endsWith("json") && !isLines(form);
    }

    private static boolean isLines(Map.Entry<String, JsonNode> form) {
      return form.getKey().endsWith("ndjson");
    }

    /** The example of lines of JSON, whose schema is that of a text. */
    private String lines(JsonNode content) {
      return examples(content).stream().map(JsonNode::asText).findFirst().orElse("{}\n");
    }

    /** The forms of JSON besides the first form of the body. */
    private List<Map.Entry<String, JsonNode>> furtherForms() {
      return operation.bodies().properties().stream().skip(1).filter(Source::isJson).toList();
    }

    private Optional<JsonNode> validBody(JsonNode content) {
      return content.has("schema") ? example("", content) : Optional.empty();
    }

    /** Two bodies against the schema of each form of JSON. */
    private List<GeneratedRequest> wrongBodies() {
      List<GeneratedRequest> wrong = new ArrayList<>();
      for (Map.Entry<String, JsonNode> form : operation.bodies().properties()) {
        JsonNode schema = form.getValue().path("schema");
        for (int i = 0; i < 2 && isJson(form) && !schema.isEmpty(); i++) {
          validBody(form.getValue())
              .flatMap(valid -> values.invalid(schema, valid))
              .map(body -> sent(form.getKey(), Json.write(body), "a body against its schema"))
              .ifPresent(wrong::add);
        }
      }
      return wrong;
    }

    /** A body in each form of JSON that is no JSON. */
    private List<GeneratedRequest> brokenBodies() {
      return operation.bodies().properties().stream()
          .filter(form -> isJson(form) || isLines(form))
          .map(form -> sent(form.getKey(), "{\"a\":", "a body that is no JSON"))
          .toList();
    }

    private GeneratedRequest sent(String mediaType, String body, String what) {
      String target = paths.path(operation, values) + query(List.of());
      return new GeneratedRequest(operation, target, mediaType, body, true, what);
    }
  }
}
