package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An operation of a served document.
 *
 * @param token of a caller whom its API accepts
 * @param path template
 */
record PublishedOperation(
    DocumentCheck check, String token, String path, String method, JsonNode described) {
  /** Parts of the paths of operations with rules between their parameters. */
  private static final List<String> OTHER_RULES = List.of("/aggregate/", "/sta/v1.1/{path}");

  static List<PublishedOperation> all(ObjectNode document, String token) {
    DocumentCheck check = new DocumentCheck(document);
    List<PublishedOperation> all = new ArrayList<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        method ->
                            all.add(
                                new PublishedOperation(
                                    check,
                                    token,
                                    path.getKey(),
                                    method.getKey().toUpperCase(Locale.ROOT),
                                    method.getValue()))));
    return all;
  }

  /** Whether a request with the parameters that are declared as required must not be refused. */
  boolean isPredictable() {
    boolean hasGrammar =
        parameters("query").stream()
            .anyMatch(each -> each.path("required").asBoolean() && isText(each.path("schema")));
    return !hasGrammar && OTHER_RULES.stream().noneMatch(path::contains);
  }

  /** Whether a value that the schema accepts may still be refused. */
  private static boolean isText(JsonNode schema) {
    return schema.path("type").asText().equals("string")
        && !schema.has("enum")
        && !schema.has("pattern")
        && !schema.has("format");
  }

  /** The parameters of the path or the query. */
  List<JsonNode> parameters(String place) {
    List<JsonNode> parameters = new ArrayList<>();
    for (JsonNode each : described.path("parameters")) {
      JsonNode parameter = check.resolved(each);
      if (parameter.path("in").asText().equals(place)) {
        parameters.add(parameter);
      }
    }
    return parameters;
  }

  /** The schema of a parameter of the path; empty text is no parameter. */
  JsonNode pathSchema(String name) {
    return parameters("path").stream()
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow()
        .path("schema");
  }

  /** The media types of the request, in the order of the document. */
  JsonNode bodies() {
    return check.resolved(described.path("requestBody")).path("content");
  }

  /** Whether the response is an endless stream of events. */
  boolean streams() {
    return described.path("responses").path("200").path("content").has("text/event-stream");
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
