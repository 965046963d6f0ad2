package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemJson;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The problem answers of operations. */
final class Problems {
  private static final int[] STATUSES =
      Arrays.stream(ProblemType.values())
          .mapToInt(ProblemType::status)
          .distinct()
          .sorted()
          .toArray();

  private Problems() {}

  /**
   * Status of each problem an operation may answer, with the name of its response among the
   * components.
   */
  static Map<String, String> of(Route route) {
    Operation operation = route.operation();
    Map<String, String> all = new TreeMap<>();
    add(all, 400, 429, 500, 503);
    operation.refusals().forEach(type -> add(all, type.status()));
    if (operation.guard().needsToken()) {
      add(all, 401, 403, 413);
    } else if (operation.guard() == Guard.OPERATIONS) {
      add(all, 403);
    }
    if (route.template().contains("{")) {
      add(all, 404);
    }
    boolean body = operation.body().kind() != Body.Kind.NONE;
    if (body) {
      add(all, 408, 413, 415);
    }
    boolean write = !route.method().equals(HttpMethod.GET);
    if (write) {
      add(all, 409, 422);
    } else if (!route.jsonForms().isEmpty() || operation.mediaTypes().size() > 1) {
      add(all, 406);
    }
    boolean change = write && !route.method().equals(HttpMethod.POST);
    if (change || write && route.surface().equals(Surface.FARM)) {
      add(all, 412);
    }
    if (operation.answers().stream().anyMatch(answer -> answer.status() == 206)) {
      add(all, 416);
    }
    if (operation.guard().needsToken() && !route.surface().equals(Surface.FARM)) {
      add(all, 422);
    }
    all.put("default", name(500));
    return all;
  }

  private static void add(Map<String, String> all, int... statuses) {
    for (int status : statuses) {
      all.put(Integer.toString(status), name(status));
    }
  }

  private static String name(int status) {
    return "Problem" + status;
  }

  /**
   * One response for each status, with the problem types of that status.
   *
   * @param base of the problem types
   */
  static ObjectNode responses(String base) {
    ObjectNode responses = Json.object();
    for (int status : STATUSES) {
      ObjectNode response = responses.putObject(name(status));
      String types =
          Arrays.stream(ProblemType.values())
              .filter(t -> t.status() == status)
              .map(t -> "`" + t.slug() + "`: " + t.meaning())
              .collect(Collectors.joining("\n\n"));
      response.put("description", types);
      response.set("headers", ResponseHeaders.of(headers(status)));
      ObjectNode content = response.putObject("content").putObject(ProblemJson.MEDIA_TYPE);
      content.set("schema", ContractOperation.ref("#/components/schemas/Problem"));
      content.putObject("examples").putObject("sample").set("value", example(base, status));
    }
    return responses;
  }

  private static List<ResponseHeader> headers(int status) {
    return switch (status) {
      case 401 -> List.of(ResponseHeader.WWW_AUTHENTICATE, ResponseHeader.SIGN_IN);
      case 403 -> List.of(ResponseHeader.WWW_AUTHENTICATE.ifAny());
      case 412 -> List.of(ResponseHeader.ETAG.ifAny());
      case 405 -> List.of(ResponseHeader.ALLOW);
      case 415 -> ResponseHeader.ACCEPTED;
      case 416 -> List.of(ResponseHeader.UNSATISFIED_RANGE);
      case 429, 503 -> List.of(ResponseHeader.RETRY_AFTER);
      default -> List.of();
    };
  }

  private static ObjectNode example(String base, int status) {
    ProblemType type =
        Arrays.stream(ProblemType.values())
            .filter(t -> t.status() == status)
            .findFirst()
            .orElseThrow();
    return Json.object()
        .put("type", base + type.slug())
        .put("title", type.title())
        .put("status", status)
        .put("detail", type.meaning());
  }

  /** The schema of RFC 9457 with the extension {@code violations}. */
  static ObjectNode schema() {
    ObjectNode schema =
        Json.object().put("type", "object").put("description", "Problem details, RFC 9457");
    ObjectNode p = schema.putObject("properties");
    p.putObject("type")
        .put("type", "string")
        .put("format", "uri")
        .put("description", "the problem type; the same for every name of the platform");
    p.putObject("title").put("type", "string");
    p.putObject("status").put("type", "integer").put("minimum", 400).put("maximum", 599);
    p.putObject("detail").put("type", "string");
    p.putObject("instance").put("type", "string").put("description", "the request id");
    ObjectNode items =
        p.putObject("violations").put("type", "array").putObject("items").put("type", "object");
    ObjectNode v = items.putObject("properties");
    v.putObject("rule")
        .put("type", "string")
        .put("description", "V01 to V30 or the name of a check");
    v.putObject("detail").put("type", "string");
    v.putObject("pointer").put("type", "string").put("description", "JSON Pointer into the body");
    v.putObject("parameter").put("type", "string");
    v.putObject("header").put("type", "string");
    items.putArray("required").add("rule").add("detail");
    schema.putArray("required").add("type").add("title").add("status");
    return schema;
  }
}
