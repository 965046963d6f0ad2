package io.glebe.core.sensor.mapping;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Optional;

/**
 * Where the time of a message is in its payload, and in which form. A message without it has the
 * time of its arrival.
 */
record TimeMember(JsonPointer pointer, Form form) {
  private static final BigDecimal MICROS = BigDecimal.valueOf(1_000_000);
  private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  /** The form of a time. */
  enum Form {
    /** A text with an offset, as SensorThings has it. */
    ISO(0),
    EPOCH_SECONDS(0),
    EPOCH_MILLISECONDS(3);

    /** Digits that are fractions of a second. */
    private final int digits;

    Form(int digits) {
      this.digits = digits;
    }
  }

  /** The time as SensorThings writes it; 422 for another form. */
  Optional<String> read(JsonNode payload) {
    JsonNode value = payload.at(pointer);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (form == Form.ISO) {
      if (!value.isTextual()) {
        throw fault("the time is no text with an offset");
      }
      return Optional.of(value.textValue());
    }
    if (!value.isNumber()) {
      throw fault("the time is no number");
    }
    return Optional.of(instant(value.decimalValue()).toString());
  }

  private Instant instant(BigDecimal value) {
    BigDecimal seconds = value.movePointLeft(form.digits);
    if (seconds.signum() < 0 || seconds.compareTo(BigDecimal.valueOf(LAST_SECOND)) > 0) {
      throw fault("the time is not in the years 1970 to 9999");
    }
    long micros = seconds.multiply(MICROS).setScale(0, RoundingMode.DOWN).longValueExact();
    return Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1_000);
  }

  private static Problem fault(String detail) {
    return Problem.invalid(Violation.at("format", "", detail));
  }
}
