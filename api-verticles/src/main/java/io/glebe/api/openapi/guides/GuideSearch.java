package io.glebe.api.openapi.guides;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Finds the sections that contain all words of a search, the best first: words in headings count
 * more than words in texts. Immutable.
 */
final class GuideSearch {
  private static final int MOST = 20;
  private static final int OF_HEADING = 10;
  private static final int MOST_OF_TEXT = 5;
  private static final int BEFORE = 60;
  private static final int EXCERPT = 220;

  private final List<Entry> entries = new ArrayList<>();

  /** A section with its texts in small letters. */
  private record Entry(Guide guide, Guide.Section section, String heading, String text) {
    boolean contains(String word) {
      return heading.contains(word) || text.contains(word);
    }

    int score(List<String> words) {
      return words.stream().mapToInt(this::score).sum();
    }

    private int score(String word) {
      int score = heading.contains(word) ? OF_HEADING : 0;
      int at = text.indexOf(word);
      for (int n = 0; at >= 0 && n < MOST_OF_TEXT; n++) {
        score++;
        at = text.indexOf(word, at + word.length());
      }
      return score;
    }
  }

  /**
   * A section that was found.
   *
   * @param excerpt plain text around the first word
   */
  record Hit(Guide guide, Guide.Section section, String excerpt) {}

  GuideSearch(Collection<Guide> guides) {
    for (Guide guide : guides) {
      for (Guide.Section section : guide.sections()) {
        String heading = small(guide.title() + " " + section.heading());
        entries.add(new Entry(guide, section, heading, small(section.text())));
      }
    }
  }

  private static String small(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The words of a search in small letters. */
  static List<String> words(String search) {
    return List.of(small(search).strip().split("\\s+"));
  }

  List<Hit> find(String search) {
    List<String> words = words(search);
    return entries.stream()
        .filter(entry -> words.stream().allMatch(entry::contains))
        .sorted(Comparator.comparingInt(entry -> -entry.score(words)))
        .limit(MOST)
        .map(entry -> new Hit(entry.guide(), entry.section(), excerpt(entry, words)))
        .toList();
  }

  private static String excerpt(Entry entry, List<String> words) {
    String text = entry.section().text();
    int first = words.stream().mapToInt(entry.text()::indexOf).filter(i -> i >= 0).min().orElse(0);
    int start = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1;
    int end = Math.min(text.length(), start + EXCERPT);
    return (start > 0 ? "… " : "") + text.substring(start, end) + (end < text.length() ? " …" : "");
  }
}
