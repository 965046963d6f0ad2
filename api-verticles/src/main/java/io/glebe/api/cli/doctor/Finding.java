package io.glebe.api.cli.doctor;

import java.util.Locale;

/**
 * What a check has found.
 *
 * @param part the checked part, one word
 * @param text one line for people
 */
record Finding(State state, String part, String text) {
  /** How serious it is. */
  enum State {
    /** As it should be. */
    OK,
    /** The platform works, but not as safely or as long as it could. */
    WARNING,
    /** The platform does not start, or fails later. */
    FAULT;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding ok(String part, String text) {
    return new Finding(State.OK, part, text);
  }

  static Finding warning(String part, String text) {
    return new Finding(State.WARNING, part, text);
  }

  static Finding fault(String part, String text) {
    return new Finding(State.FAULT, part, text);
  }

  /** A fault with the message of an exception. */
  static Finding fault(String part, Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return fault(part, message.lines().findFirst().orElse(message).strip());
  }
}
