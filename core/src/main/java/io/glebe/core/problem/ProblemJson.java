package io.glebe.core.problem;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes problems as RFC 9457 problem details, media type {@value #MEDIA_TYPE}. */
public final class ProblemJson {
  public static final String MEDIA_TYPE = "application/problem+json";

  /** Maximum number of listed violations; the others are counted. */
  public static final int MAX_VIOLATIONS = 200;

  private ProblemJson() {}

  /**
   * The problem document.
   *
   * @param base base of the type URIs, ending with a slash
   * @param instance the request id
   */
  public static ObjectNode toJson(Problem problem, String base, String instance) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", base + problem.type().slug());
    json.put("title", problem.type().title());
    json.put("status", problem.status());
    json.put("detail", problem.detail());
    json.put("instance", instance);
    if (!problem.violations().isEmpty()) {
      ArrayNode list = json.putArray("violations");
      problem.violations().stream().limit(MAX_VIOLATIONS).forEach(v -> list.add(toJson(v)));
    }
    if (problem.violations().size() > MAX_VIOLATIONS) {
      json.put("violationCount", problem.violations().size());
    }
    problem.members().forEach(json::put);
    return json;
  }

  /** One entry of a problem's violations. */
  public static ObjectNode toJson(Violation violation) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("rule", violation.rule());
    json.put("detail", violation.detail());
    json.put(violation.place().member(), violation.where());
    return json;
  }
}
