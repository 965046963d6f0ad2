package io.glebe.core.cube.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The end of a page: the sort values of its last row as JSON texts, and its sequence number.
 *
 * @param order the sort order that the cursor belongs to
 */
record ItemCursor(String order, List<String> values, long seq) {

  String text() {
    ArrayNode array = Json.array().add(order).add(seq);
    values.forEach(array::add);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(array));
  }

  static ItemCursor parse(String text, String order, int values) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      JsonNode array = Json.parse(new String(bytes, StandardCharsets.UTF_8));
      if (array.isArray()
          && array.size() == values + 2
          && array.get(0).asText().equals(order)
          && array.get(1).isIntegralNumber()) {
        List<String> found = new ArrayList<>();
        for (int i = 2; i < array.size(); i++) {
          Json.parse(array.get(i).asText());
          found.add(array.get(i).asText());
        }
        return new ItemCursor(order, found, array.get(1).longValue());
      }
    } catch (IllegalArgumentException | Problem e) {
      throw fault();
    }
    throw fault();
  }

  private static Problem fault() {
    return Problem.malformedParameter("next", "is no cursor of this list and order");
  }
}
