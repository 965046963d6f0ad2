package io.glebe.mqtt.topic;

import java.util.List;
import java.util.Optional;

/**
 * A subscription filter: levels, of which {@code +} matches any one level and a final {@code #} all
 * following ones.
 *
 * @param text as it was sent
 * @param levels between the slashes
 */
public record TopicFilter(String text, List<String> levels) {
  /** Maximum number of levels of a filter. */
  public static final int MAX_LEVELS = 8;

  static final String ONE = "+";
  static final String REST = "#";

  public TopicFilter {
    levels = List.copyOf(levels);
  }

  /** Parses a filter; empty when it violates the rules of MQTT or the limits. */
  public static Optional<TopicFilter> parse(String text) {
    if (text.isEmpty() || text.length() > Topic.MAX_CHARACTERS || text.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    List<String> levels = levels(text);
    if (levels.size() > MAX_LEVELS) {
      return Optional.empty();
    }
    for (int i = 0; i < levels.size(); i++) {
      String level = levels.get(i);
      boolean wildcard = level.contains(ONE) || level.contains(REST);
      boolean misplaced = level.equals(REST) && i < levels.size() - 1;
      if ((wildcard && level.length() > 1) || misplaced) {
        return Optional.empty();
      }
    }
    return Optional.of(new TopicFilter(text, levels));
  }

  static List<String> levels(String name) {
    return List.of(name.split("/", -1));
  }

  /** Returns whether it has a wildcard. */
  public boolean isOpen() {
    return levels.contains(ONE) || levels.contains(REST);
  }

  /**
   * Returns the only matching topic; empty with wildcards or when the service does not have the
   * topic.
   */
  public Optional<Topic> only() {
    return isOpen() ? Optional.empty() : Topic.parse(text);
  }

  /** Returns whether the name matches. */
  public boolean matches(String name) {
    List<String> parts = levels(name);
    if (name.startsWith("$") && !levels.getFirst().equals(parts.getFirst())) {
      return false; // wildcards do not match the names of the server itself
    }
    for (int i = 0; i < levels.size(); i++) {
      if (levels.get(i).equals(REST)) {
        return true;
      }
      if (i >= parts.size() || !fits(levels.get(i), parts.get(i))) {
        return false;
      }
    }
    return levels.size() == parts.size();
  }

  private static boolean fits(String level, String part) {
    return level.equals(ONE) || level.equals(part);
  }
}
