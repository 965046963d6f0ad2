package io.glebe.core.record.rule.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import io.glebe.core.catalogue.ValueType;
import java.math.BigDecimal;

/** Checks numbers: exact, of limited length, within their bounds. */
final class NumberCheck {
  /** Maximum digits of a decimal, before and after the point together. */
  static final int MAX_DIGITS = 24;

  /** Maximum digits of a decimal after the point. */
  static final int MAX_FRACTION = 9;

  /** Maximum digits of a whole number. */
  static final int MAX_WHOLE_DIGITS = 18;

  private NumberCheck() {}

  /** The number without exponent. */
  static JsonNode decimal(
      ValueType.Decimal type, JsonNode value, String pointer, Findings findings) {
    if (!value.isNumber()) {
      findings.invalid("type", pointer, "the expected type is a number");
      return value;
    }
    BigDecimal number = value.decimalValue();
    if (!fits(number)) {
      findings.invalid(
          "format",
          pointer,
          "a decimal has at most " + MAX_DIGITS + " digits, " + MAX_FRACTION + " after the point");
      return value;
    }
    type.min().ifPresent(min -> atLeast(number, min, pointer, findings));
    type.max().ifPresent(max -> atMost(number, max, pointer, findings));
    type.exclusiveMin()
        .filter(min -> number.compareTo(min) <= 0)
        .ifPresent(
            min ->
                findings.invalid(
                    "exclusiveMinimum", pointer, "the number is above " + min.toPlainString()));
    return number.scale() < 0 ? DecimalNode.valueOf(number.setScale(0)) : value;
  }

  private static boolean fits(BigDecimal number) {
    BigDecimal bare = number.stripTrailingZeros();
    int whole = Math.max(0, bare.precision() - bare.scale());
    int fraction = Math.max(0, bare.scale());
    return fraction <= MAX_FRACTION && whole + fraction <= MAX_DIGITS;
  }

  /** The number as an integer, also when it was written with a fraction of zero. */
  static JsonNode whole(ValueType.Whole type, JsonNode value, String pointer, Findings findings) {
    BigDecimal number = value.isNumber() ? value.decimalValue().stripTrailingZeros() : null;
    if (number == null || number.scale() > 0) {
      findings.invalid("type", pointer, "the expected type is a whole number");
      return value;
    }
    if (number.precision() - number.scale() > MAX_WHOLE_DIGITS) {
      findings.invalid("format", pointer, "at most " + MAX_WHOLE_DIGITS + " digits");
      return value;
    }
    type.min().ifPresent(min -> atLeast(number, BigDecimal.valueOf(min), pointer, findings));
    type.max().ifPresent(max -> atMost(number, BigDecimal.valueOf(max), pointer, findings));
    return value.isIntegralNumber() ? value : LongNode.valueOf(number.longValueExact());
  }

  private static void atLeast(
      BigDecimal number, BigDecimal min, String pointer, Findings findings) {
    if (number.compareTo(min) < 0) {
      findings.invalid("minimum", pointer, "the number must be at least " + min.toPlainString());
    }
  }

  private static void atMost(BigDecimal number, BigDecimal max, String pointer, Findings findings) {
    if (number.compareTo(max) > 0) {
      findings.invalid("maximum", pointer, "the number must be at most " + max.toPlainString());
    }
  }
}
