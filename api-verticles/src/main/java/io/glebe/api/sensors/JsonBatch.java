package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A batch as one JSON document, in the JSON format of OData 4.01. */
final class JsonBatch {
  private JsonBatch() {}

  static List<BatchItem> read(ObjectNode body) {
    JsonNode requests = body.path("requests");
    if (!requests.isArray()) {
      throw Problem.invalid(Violation.at("type", "/requests", "requests is an array"));
    }
    List<BatchItem> items = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      items.add(item(requests.get(i), "/requests/" + i));
    }
    return items;
  }

  private static BatchItem item(JsonNode request, String pointer) {
    List<String> needs = new ArrayList<>();
    request.path("dependsOn").forEach(name -> needs.add(name.asText()));
    return new BatchItem(
        pointer,
        request.path("id").asText(""),
        request.path("atomicityGroup").asText(""),
        needs,
        request.path("method").asText("").toUpperCase(Locale.ROOT),
        request.path("url").asText(""),
        request.path("body"));
  }

  static ObjectNode write(List<BatchItem.Answer> answers) {
    ObjectNode batch = Json.object();
    ArrayNode responses = batch.putArray("responses");
    answers.forEach(answer -> write(answer, responses.addObject()));
    return batch;
  }

  private static void write(BatchItem.Answer answer, ObjectNode response) {
    Outcome outcome = answer.outcome();
    response.put("id", answer.item().id());
    if (!answer.item().group().isEmpty()) {
      response.put("atomicityGroup", answer.item().group());
    }
    response.put("status", outcome.status());
    if (!outcome.location().isEmpty()) {
      response.put("location", outcome.location());
    }
    if (!outcome.text().isEmpty()) {
      response.set(
          "body",
          outcome.mediaType().equals(Json.MEDIA_TYPE)
              ? Json.stored(outcome.text())
              : TextNode.valueOf(outcome.text()));
    }
  }
}
