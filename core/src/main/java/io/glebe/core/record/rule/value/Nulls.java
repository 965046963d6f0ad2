package io.glebe.core.record.rule.value;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Nulls are never stored: an unset attribute is left out. */
public final class Nulls {
  private Nulls() {}

  /** Reports every null in a body that is a whole record. */
  public static void refuse(JsonNode value, String pointer, Findings findings) {
    if (value.isNull()) {
      findings.invalid("null", pointer, "null is not stored: omit the attribute");
    }
    for (Map.Entry<String, JsonNode> e : value.properties()) {
      refuse(e.getValue(), Pointers.to(pointer, e.getKey()), findings);
    }
    items(value, pointer, findings);
  }

  /** Reports the nulls in a merge patch that do not mean removal: those inside arrays. */
  public static void refuseInArrays(JsonNode value, String pointer, Findings findings) {
    for (Map.Entry<String, JsonNode> e : value.properties()) {
      refuseInArrays(e.getValue(), Pointers.to(pointer, e.getKey()), findings);
    }
    items(value, pointer, findings);
  }

  private static void items(JsonNode value, String pointer, Findings findings) {
    if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        refuse(value.get(i), Pointers.to(pointer, i), findings);
      }
    }
  }
}
