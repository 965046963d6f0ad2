package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves parameters that several operations declare alike to the components of a document. Among
 * parameters with the same name and place, the most frequent one is moved; the others stay at their
 * operations.
 */
final class SharedParameters {
  private static final String POINTER = "#/components/parameters/";

  private SharedParameters() {}

  static void move(ObjectNode document) {
    Map<String, Map<JsonNode, Integer>> uses = new LinkedHashMap<>();
    List<ArrayNode> lists = lists(document);
    for (ArrayNode list : lists) {
      list.forEach(
          p -> uses.computeIfAbsent(name(p), _ -> new LinkedHashMap<>()).merge(p, 1, Integer::sum));
    }
    ObjectNode components = document.withObject("/components/parameters");
    uses.forEach(
        (name, all) ->
            all.entrySet().stream()
                .max(Comparator.comparingInt(Map.Entry::getValue))
                .filter(most -> most.getValue() > 1)
                .ifPresent(most -> components.set(name, most.getKey())));
    for (ArrayNode list : lists) {
      for (int i = 0; i < list.size(); i++) {
        String name = name(list.get(i));
        if (list.get(i).equals(components.get(name))) {
          list.set(i, ContractOperation.ref(POINTER + name));
        }
      }
    }
  }

  private static List<ArrayNode> lists(ObjectNode document) {
    List<ArrayNode> lists = new ArrayList<>();
    for (JsonNode path : document.path("paths")) {
      for (JsonNode operation : path) {
        if (operation.path("parameters") instanceof ArrayNode list) {
          lists.add(list);
        }
      }
    }
    return lists;
  }

  /** The name of a component: {@code limit}, {@code top}, {@code farmId-path}. */
  private static String name(JsonNode parameter) {
    String name = parameter.path("name").asText().replace("$", "");
    String place = parameter.path("in").asText();
    return place.equals("path") ? name + "-path" : name;
  }
}
