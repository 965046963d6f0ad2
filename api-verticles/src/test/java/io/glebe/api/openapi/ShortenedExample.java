package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Shortens an answer to an example: the first entries of long lists and of large maps. */
final class ShortenedExample {
  /** An object with more members is a map by names. */
  static final int MOST_MEMBERS = 24;

  private static final int SHORT_LIST = 6;
  private static final int MOST_CHARACTERS = 3_000;

  private final int entries;
  private final int members;

  private ShortenedExample(int entries, int members) {
    this.entries = entries;
    this.members = members;
  }

  /**
   * The shortest form that still matches.
   *
   * @param fits whether a value matches the schema of the answer
   */
  static JsonNode of(JsonNode answer, Predicate<JsonNode> fits) {
    if (!answer.isContainerNode()) {
      return answer;
    }
    JsonNode gentle = new ShortenedExample(2, MOST_MEMBERS).shortened(answer.deepCopy());
    if (fits.test(gentle) && Json.write(gentle).length() <= MOST_CHARACTERS) {
      return gentle;
    }
    for (int entries = 1; entries < 64; entries *= 2) {
      for (int members : new int[] {MOST_MEMBERS / 2, MOST_MEMBERS, 1000}) {
        JsonNode shorter = new ShortenedExample(entries, members).shortened(answer.deepCopy());
        if (fits.test(shorter)) {
          return shorter;
        }
      }
    }
    return answer;
  }

  private JsonNode shortened(JsonNode node) {
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      if (names.size() > members) {
        object.retain(names.subList(0, 2));
      }
      object.properties().forEach(member -> member.setValue(shortened(member.getValue())));
      if (object.has("numberReturned") && object.path("features").isArray()) {
        object.put("numberReturned", object.path("features").size());
      }
    } else if (node instanceof ArrayNode array) {
      shorten(array);
      for (int i = 0; i < array.size(); i++) {
        array.set(i, shortened(array.get(i)));
      }
    }
    return node;
  }

  private void shorten(ArrayNode array) {
    JsonNode first = array.path(0);
    boolean isRing = first.isArray() && first.path(0).isNumber();
    if (isRing) { // whose last position is its first
      while (array.size() > 5) {
        array.remove(3);
      }
      return;
    }
    int most = first.isValueNode() ? Math.max(entries, SHORT_LIST) : entries;
    while (array.size() > most) {
      array.remove(array.size() - 1);
    }
  }
}
