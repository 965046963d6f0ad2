package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.vertx.core.Future;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One JSON batch: its requests one after the other, each with an answer of its own. A later request
 * may name what an earlier one made as {@code $id}, in its address and in its body.
 */
final class BatchRun {
  /** Most requests in one batch. */
  static final int MAX_REQUESTS = 1_000;

  /** Answers one request. */
  @FunctionalInterface
  interface Door {
    Future<Outcome> handle(String method, SensorEndpoints.Call call, JsonNode body);
  }

  private final Caller caller;
  private final String base;
  private final Door door;
  private final JsonNode requests;
  private final ArrayNode responses = Json.array();
  private final Map<String, String> made = new HashMap<>();

  BatchRun(Caller caller, String base, Door door, ObjectNode body) {
    this.caller = caller;
    this.base = base;
    this.door = door;
    this.requests = body.path("requests");
    if (!requests.isArray() || requests.size() > MAX_REQUESTS) {
      throw Problem.invalid(
          Violation.at("size", "/requests", "requests is an array of at most " + MAX_REQUESTS));
    }
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).has("atomicityGroup")) {
        throw Problem.invalid(
            Violation.at(
                "atomicityGroup",
                "/requests/" + i + "/atomicityGroup",
                "each request of a batch stands for itself here"));
      }
    }
  }

  Future<ObjectNode> run() {
    Future<Void> all = Future.succeededFuture();
    for (JsonNode request : requests) {
      all = all.compose(done -> one(request));
    }
    return all.map(
        done -> {
          ObjectNode answer = Json.object();
          answer.set("responses", responses);
          return answer;
        });
  }

  private Future<Void> one(JsonNode request) {
    Future<Outcome> outcome;
    try {
      String url = address(request.path("url").asText(""));
      outcome =
          door.handle(
              request.path("method").asText("").toUpperCase(Locale.ROOT),
              new SensorEndpoints.Call(caller, base, path(url), options(url)),
              resolved(request.path("body")));
    } catch (RuntimeException refused) {
      outcome = Future.failedFuture(refused);
    }
    return outcome
        .recover(BatchRun::refusal)
        .map(
            done -> {
              answer(request.path("id").asText(""), done);
              return null;
            });
  }

  private static Future<Outcome> refusal(Throwable failure) {
    if (!(failure instanceof Problem problem)) {
      return Future.failedFuture(failure);
    }
    ObjectNode body = Json.object().put("code", problem.status()).put("message", problem.detail());
    return Future.succeededFuture(Outcome.json(problem.status(), Json.write(body)));
  }

  private void answer(String id, Outcome outcome) {
    ObjectNode response = responses.addObject().put("id", id).put("status", outcome.status());
    if (!outcome.location().isEmpty()) {
      response.put("location", outcome.location());
      made.put(id, outcome.location().substring(base.length() + 1));
    }
    if (outcome.text().isEmpty()) {
      return;
    }
    response.set(
        "body",
        outcome.mediaType().equals(Json.MEDIA_TYPE)
            ? Json.stored(outcome.text())
            : TextNode.valueOf(outcome.text()));
  }

  /** The address below the service, with a reference in front resolved. */
  private String address(String url) {
    String below = url.startsWith(base) ? url.substring(base.length()) : url;
    String plain = below.replaceFirst("^/+", "");
    if (plain.startsWith("$")) {
      String name = plain.substring(1).split("[/?]", 2)[0];
      String place = made.get(name);
      if (place != null) {
        return place + plain.substring(name.length() + 1);
      }
    }
    return plain;
  }

  private static String path(String url) {
    return url.split("\\?", 2)[0];
  }

  private static Map<String, String> options(String url) {
    Map<String, String> options = new LinkedHashMap<>();
    String[] parts = url.split("\\?", 2);
    if (parts.length == 2) {
      for (String pair : parts[1].split("&")) {
        String[] sides = pair.split("=", 2);
        options.put(decoded(sides[0]), sides.length == 2 ? decoded(sides[1]) : "");
      }
    }
    return options;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Problem.malformed("the address contains a broken percent escape");
    }
  }

  /** {@code "@iot.id": "$id"} becomes the id of what that request made. */
  private JsonNode resolved(JsonNode body) {
    JsonNode copy = body.deepCopy();
    for (JsonNode parent : copy.findParents("@iot.id")) {
      String id = parent.path("@iot.id").asText("");
      String place = id.startsWith("$") ? made.get(id.substring(1)) : null;
      if (place != null) {
        ((ObjectNode) parent)
            .put(
                "@iot.id",
                Long.parseLong(place.substring(place.indexOf('(') + 1, place.indexOf(')'))));
      }
    }
    return copy;
  }
}
