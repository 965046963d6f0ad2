package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Moves the examples that several answers of a document have to its components. */
final class SharedExamples {
  /** Shorter examples are not longer than the reference. */
  private static final int SHORT = 120;

  private SharedExamples() {}

  /** Changes the document. */
  static void move(ObjectNode document) {
    Map<String, List<ObjectNode>> uses = new LinkedHashMap<>();
    Map<String, String> names = new LinkedHashMap<>();
    for (JsonNode path : document.path("paths")) {
      for (JsonNode operation : path) {
        String id = operation.path("operationId").asText();
        for (Map.Entry<String, JsonNode> answer : operation.path("responses").properties()) {
          for (JsonNode media : answer.getValue().path("content")) {
            String text = media.has("example") ? Json.write(media.get("example")) : "";
            if (text.length() > SHORT) {
              uses.computeIfAbsent(text, _ -> new ArrayList<>()).add((ObjectNode) media);
              names.putIfAbsent(text, id + answer.getKey() + uses.size());
            }
          }
        }
      }
    }
    ObjectNode components = document.withObject("/components/examples");
    uses.forEach(
        (text, all) -> {
          if (all.size() > 1) {
            String name = Objects.requireNonNull(names.get(text));
            components.putObject(name).set("value", all.getFirst().get("example"));
            all.forEach(media -> refer(media, name));
          }
        });
  }

  private static void refer(ObjectNode media, String name) {
    media.remove("example");
    media
        .putObject("examples")
        .set("recorded", ContractOperation.ref("#/components/examples/" + name));
  }
}
