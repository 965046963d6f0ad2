package io.glebe.mqtt.topic;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A subscription filter: levels, of which {@code +} matches any one level and a final {@code #} all
 * following ones. {@code ?$select=result,phenomenonTime} behind them chooses properties.
 *
 * @param text as it was sent
 * @param path the part before the choice of properties
 * @param levels between the slashes of the path, or of the topic to which it leads
 * @param select chosen properties; empty for all
 * @param led whether the path leads to another topic, from which the messages come
 */
public record TopicFilter(
    String text, String path, List<String> levels, List<String> select, boolean led) {
  /** Maximum number of levels of a filter. */
  public static final int MAX_LEVELS = 8;

  static final String ONE = "+";
  static final String REST = "#";
  private static final String SELECT = "?$select=";
  private static final Pattern NAMES = Pattern.compile("[@A-Za-z][\\w@./]*(,[@A-Za-z][\\w@./]*)*");

  public TopicFilter {
    levels = List.copyOf(levels);
    select = List.copyOf(select);
  }

  /** Parses a filter; empty when it violates the rules of MQTT or the limits. */
  public static Optional<TopicFilter> parse(String text) {
    if (text.isEmpty() || text.length() > Topic.MAX_CHARACTERS || text.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    int query = text.indexOf('?');
    String path = query < 0 ? text : text.substring(0, query);
    List<String> select = List.of();
    if (query >= 0) {
      String names = text.startsWith(SELECT, query) ? text.substring(query + SELECT.length()) : "";
      if (!NAMES.matcher(names).matches()) {
        return Optional.empty();
      }
      select = List.of(names.split(","));
    }
    List<String> levels = levels(path);
    return isValid(levels)
        ? Optional.of(new TopicFilter(text, path, levels, select, false))
        : Optional.empty();
  }

  private static boolean isValid(List<String> levels) {
    if (levels.size() > MAX_LEVELS) {
      return false;
    }
    for (int i = 0; i < levels.size(); i++) {
      String level = levels.get(i);
      boolean wildcard = level.contains(ONE) || level.contains(REST);
      boolean misplaced = level.equals(REST) && i < levels.size() - 1;
      if ((wildcard && level.length() > 1) || misplaced) {
        return false;
      }
    }
    return true;
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
    return isOpen() ? Optional.empty() : Topic.parse(led ? String.join("/", levels) : path);
  }

  /** Returns the deep topic that it names, if it does. */
  public Optional<Topic.Deep> deep() {
    return !isOpen() && Topic.parse(path).orElse(null) instanceof Topic.Deep deep
        ? Optional.of(deep)
        : Optional.empty();
  }

  /** The filter of a deep topic with the topic to which it leads. */
  public TopicFilter to(String topic) {
    return new TopicFilter(text, path, levels(topic), select, true);
  }

  /** The name of a message on a topic: with the choice of properties, as it was subscribed. */
  public String named(String name) {
    if (led) {
      return text;
    }
    return select.isEmpty() ? name : name + SELECT + String.join(",", select);
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
