package io.glebe.core.json;

import java.util.Optional;
import java.util.UUID;

/** The text form of UUIDs in the API: 36 characters, lower case (RFC 9562, section 4). */
public final class UuidSyntax {
  /** The form as a regular expression, for schemas and patterns. */
  public static final String PATTERN =
      "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

  private static final int LENGTH = 36;

  private UuidSyntax() {}

  /** Whether the text has the form. */
  public static boolean matches(String text) {
    if (text.length() != LENGTH) {
      return false;
    }
    for (int i = 0; i < LENGTH; i++) {
      char c = text.charAt(i);
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? c != '-' : (c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  /** The UUID; empty for a text of another form. */
  public static Optional<UUID> parse(String text) {
    return matches(text) ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }
}
