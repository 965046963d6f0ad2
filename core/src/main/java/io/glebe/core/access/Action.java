package io.glebe.core.access;

import java.util.Locale;
import java.util.Optional;

/** The kind of operation on a record; the second part of a permission. */
public enum Action {
  CREATE,
  READ,
  UPDATE,
  DELETE;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** The name in a permission, e.g. {@code read}. */
  public String word() {
    return word;
  }

  /** The action with this name, if there is one. */
  public static Optional<Action> of(String word) {
    for (Action action : values()) {
      if (action.word.equals(word)) {
        return Optional.of(action);
      }
    }
    return Optional.empty();
  }
}
