package io.glebe.core.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import java.math.BigDecimal;

/**
 * Refuses JSON values that no database text or number can hold. {@link Json#MAX_DEPTH} limits the
 * recursion.
 */
final class StorableText {
  private StorableText() {}

  static void check(JsonNode node) {
    if (node.isTextual()) {
      checkText(node.textValue());
    } else if (node.isBigDecimal()) {
      checkNumber(node.decimalValue());
    } else if (node.isObject()) {
      node.properties()
          .forEach(
              member -> {
                checkText(member.getKey());
                check(member.getValue());
              });
    } else if (node.isArray()) {
      node.forEach(StorableText::check);
    }
  }

  private static void checkNumber(BigDecimal number) {
    if (Math.abs((long) number.precision() - number.scale()) > Json.MAX_EXPONENT
        || number.scale() > 2 * Json.MAX_EXPONENT) {
      throw Problem.malformed("a number is outside ±1e" + Json.MAX_EXPONENT);
    }
  }

  private static void checkText(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        throw Problem.malformed("text must not contain U+0000");
      }
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          throw Problem.malformed("text contains a lone surrogate");
        }
        i++;
      }
    }
  }
}
