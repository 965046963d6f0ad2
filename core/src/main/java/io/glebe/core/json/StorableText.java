package io.glebe.core.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import java.math.BigDecimal;

/**
 * Refuses JSON values that no database text or number can hold, and numbers that the database would
 * write with so many digits that the document becomes much longer. {@link Json#MAX_DEPTH} limits
 * the recursion.
 */
final class StorableText {
  /** Digits that the database adds to the numbers of the document so far. */
  private long addedDigits;

  private StorableText() {}

  static void check(JsonNode tree) {
    new StorableText().walk(tree);
  }

  private void walk(JsonNode node) {
    if (node.isTextual()) {
      checkText(node.textValue());
    } else if (node.isBigDecimal()) {
      checkNumber(node.decimalValue());
    } else if (node.isObject()) {
      node.properties()
          .forEach(
              member -> {
                checkText(member.getKey());
                walk(member.getValue());
              });
    } else if (node.isArray()) {
      node.forEach(this::walk);
    }
  }

  private void checkNumber(BigDecimal number) {
    if (Math.abs((long) number.precision() - number.scale()) > Json.MAX_EXPONENT
        || number.scale() > 2 * Json.MAX_EXPONENT) {
      throw Problem.malformed("a number is outside ±1e" + Json.MAX_EXPONENT);
    }
    addedDigits += Math.max(0, Math.max(-number.scale(), number.scale() - number.precision()));
    if (addedDigits > Json.MAX_ADDED_DIGITS) {
      throw Problem.malformed(
          "written without exponents, the numbers have more than "
              + Json.MAX_ADDED_DIGITS
              + " further digits");
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
