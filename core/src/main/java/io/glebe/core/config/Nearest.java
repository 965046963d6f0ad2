package io.glebe.core.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that is closest to a misspelled name, whose case does not count. */
public final class Nearest {
  /** Shorter names are misspelt in one letter, because they are often close to other words. */
  private static final int LONG_NAME = 5;

  private static final int MAX_LETTERS = 3;

  private Nearest() {}

  /** Returns the known name with the smallest edit distance; empty when there are no names. */
  public static Optional<String> to(String name, Collection<String> known) {
    return known.stream()
        .min(Comparator.<String>comparingInt(k -> distance(name, k)).thenComparing(k -> k));
  }

  /**
   * Returns the known name with the smallest edit distance, or a name that starts with the given
   * name; empty when more than half of the name would have to change.
   */
  public static Optional<String> close(String name, Collection<String> known) {
    Optional<String> longer =
        known.stream().filter(k -> name.length() > 1 && k.startsWith(name)).sorted().findFirst();
    if (longer.isPresent()) {
      return longer;
    }
    return to(name, known).filter(k -> distance(name, k) <= Math.max(1, name.length() / 2));
  }

  /** Returns {@code ; did you mean X?} with the close name; empty text when there is none. */
  public static String hint(String name, Collection<String> known) {
    return close(name, known).map(near -> "; did you mean " + near + "?").orElse("");
  }

  /**
   * Returns the known name of which a name is probably a misspelling: it differs in few letters, or
   * is the beginning of it. For objects that may have other members too.
   */
  public static Optional<String> misspelt(String name, Collection<String> known) {
    boolean isLong = name.length() >= LONG_NAME;
    int letters = isLong ? Math.min(MAX_LETTERS, 1 + name.length() / LONG_NAME) : 1;
    return known.stream()
        .filter(k -> isLong && k.startsWith(name))
        .sorted()
        .findFirst()
        .or(() -> to(name, known).filter(k -> distance(name, k) <= letters));
  }

  /** Computes the Levenshtein distance in characters. */
  static int distance(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
