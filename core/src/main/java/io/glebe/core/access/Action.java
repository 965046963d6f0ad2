package io.glebe.core.access;

import java.util.Locale;
import java.util.Optional;

/** What an operation does to a record; the second half of a permission. */
public enum Action {
  CREATE,
  READ,
  UPDATE,
  DELETE;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** The word in a permission string, e.g. {@code read}. */
  public String word() {
    return word;
  }

  /** The action of that word, if there is one. */
  public static Optional<Action> of(String word) {
    for (Action action : values()) {
      if (action.word.equals(word)) {
        return Optional.of(action);
      }
    }
    return Optional.empty();
  }
}
