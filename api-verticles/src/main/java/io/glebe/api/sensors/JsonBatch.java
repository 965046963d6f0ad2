package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.json.Json;
import io.glebe.core.memory.TextBytes;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A batch as one JSON document, in the JSON format of OData 4.01. */
final class JsonBatch {
  /** Most characters of the name of a request, of a group and of a component. */
  static final int MAX_NAME = 1_000;

  /** Most characters of the address of a request. */
  static final int MAX_ADDRESS = 100_000;

  private JsonBatch() {}

  /**
   * @param most maximum number of requests
   */
  static List<BatchItem> read(ObjectNode body, int most) {
    JsonNode requests = body.path("requests");
    if (!requests.isArray()) {
      throw Problem.invalid(Violation.at("type", "/requests", "requests is an array"));
    }
    BatchPlan.requireAtMost(most, requests.size());
    List<BatchItem> items = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      items.add(item(requests.get(i), "/requests/" + i));
    }
    return items;
  }

  private static BatchItem item(JsonNode request, String pointer) {
    List<String> needs = new ArrayList<>();
    request
        .path("dependsOn")
        .forEach(name -> needs.add(text(name, pointer + "/dependsOn", MAX_NAME)));
    return new BatchItem(
        pointer,
        text(request.path("id"), pointer + "/id", MAX_NAME),
        text(request.path("atomicityGroup"), pointer + "/atomicityGroup", MAX_NAME),
        needs,
        request.path("method").asText("").toUpperCase(Locale.ROOT),
        text(request.path("url"), pointer + "/url", MAX_ADDRESS),
        BatchItem.wantsRepresentation(header(request, "Prefer")),
        request.path("body"));
  }

  private static String text(JsonNode value, String pointer, int most) {
    String text = value.asText("");
    if (text.length() > most) {
      throw Problem.invalid(Violation.at("length", pointer, "has at most " + most + " characters"));
    }
    return text;
  }

  private static String header(JsonNode request, String name) {
    return request.path("headers").properties().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(name))
        .map(header -> header.getValue().asText(""))
        .findFirst()
        .orElse("");
  }

  /** The responses, whose bodies are not copied. */
  static Buffer write(List<BatchItem.Answer> answers) {
    TextBytes batch = new TextBytes().append("{\"responses\":[");
    String separator = "";
    for (BatchItem.Answer answer : answers) {
      write(answer, batch.append(separator));
      separator = ",";
    }
    return batch.append("]}").buffer();
  }

  private static void write(BatchItem.Answer answer, TextBytes batch) {
    Outcome outcome = answer.outcome();
    ObjectNode response = Json.object().put("id", answer.item().id());
    response.put("status", outcome.status());
    if (!outcome.location().isEmpty()) {
      response.put("location", outcome.location());
    }
    String head = Json.write(response);
    if (outcome.hasBody()) {
      batch.append(head.substring(0, head.length() - 1)).append(",\"body\":");
      batch.append(
          outcome.mediaType().equals(Json.MEDIA_TYPE)
              ? outcome.body()
              : Buffer.buffer(Json.bytes(TextNode.valueOf(outcome.body().toString()))));
      batch.append("}");
    } else {
      batch.append(head);
    }
  }
}
