package io.glebe.core.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds the known name that is meant by a misspelled name, whose case does not count. */
public final class Nearest {
  /** Up to this length a name is misspelt in one letter: it is often close to other words. */
  private static final int SHORT_NAME = 5;

  /** From this length on a name may be misspelt in three letters, between the two in two. */
  private static final int LONG_NAME = 10;

  /** Names that other services have for parameters of ours. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("page_size", "limit"),
          Map.entry("pagesize", "limit"),
          Map.entry("per_page", "limit"),
          Map.entry("order", "sortby"),
          Map.entry("orderby", "sortby"),
          Map.entry("order_by", "sortby"),
          Map.entry("sort", "sortby"),
          Map.entry("bounds", "bbox"),
          Map.entry("extent", "bbox"),
          Map.entry("time", "datetime"));

  private Nearest() {}

  /**
   * Returns the known name that is meant: one that starts with the given name, one that differs in
   * few letters, or one that other services call so; empty when none is near.
   */
  public static Optional<String> close(String name, Collection<String> known) {
    return known.stream()
        .filter(k -> name.length() > 1 && k.startsWith(name))
        .sorted()
        .findFirst()
        .or(() -> near(name, known))
        .or(
            () ->
                Optional.ofNullable(ELSEWHERE.get(name.toLowerCase(Locale.ROOT)))
                    .filter(known::contains));
  }

  /** Returns {@code ; did you mean X?} with the close name; empty text when there is none. */
  public static String hint(String name, Collection<String> known) {
    return close(name, known).map(near -> "; did you mean " + near + "?").orElse("");
  }

  /**
   * Returns {@code A, B, C; did you mean B?} for a word that is none of a closed set; without the
   * question where no word is near.
   */
  public static String choices(String word, Collection<String> known) {
    return String.join(", ", known) + hint(word, known);
  }

  /**
   * Returns the known name of which a name is probably a misspelling: it differs in few letters, or
   * is the beginning of it. For objects that may have other members too.
   */
  public static Optional<String> misspelt(String name, Collection<String> known) {
    return known.stream()
        .filter(k -> name.length() >= SHORT_NAME && k.startsWith(name))
        .sorted()
        .findFirst()
        .or(() -> near(name, known));
  }

  private static Optional<String> near(String name, Collection<String> known) {
    int letters = name.length() <= SHORT_NAME ? 1 : name.length() < LONG_NAME ? 2 : 3;
    return known.stream()
        .filter(k -> Math.abs(k.length() - name.length()) <= letters)
        .filter(k -> distance(name, k) <= letters)
        .min(Comparator.<String>comparingInt(k -> distance(name, k)).thenComparing(k -> k));
  }

  /** Number of letters that are missing, added, changed, or exchanged with the next one. */
  static int distance(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    int[] twoAbove = new int[b.length() + 1];
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
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], twoAbove[j - 2] + 1);
        }
      }
      twoAbove = above;
      above = row;
    }
    return above[b.length()];
  }
}
