package io.glebe.core.sensor.mapping;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The topics of one kind of message, level by level: {@code site/{device}/{measure}} matches {@code
 * site/pump/flow}. A level is a fixed text, a variable, {@code +} for any text, or, as the last
 * one, {@code #} for all further levels. Topics of the platform itself never match.
 */
public final class TopicTemplate {
  /** Most characters of a topic and of a template. */
  static final int MAX_CHARACTERS = 256;

  /** Most levels of a topic and of a template. */
  static final int MAX_LEVELS = 8;

  private static final Pattern VARIABLE = Pattern.compile("\\{([a-z][A-Za-z0-9]{0,30})}");
  private static final Pattern FIXED = Pattern.compile("[^{}+#\\p{Cntrl}]*");
  private static final Set<String> OF_THE_PLATFORM = Set.of("v1.0", "v1.1", "services");

  /** What one level matches. */
  private sealed interface Level {}

  private record Fixed(String text) implements Level {}

  private record Variable(String name) implements Level {}

  private record Any() implements Level {}

  private record Rest() implements Level {}

  private final String text;
  private final List<Level> levels;

  private TopicTemplate(String text, List<Level> levels) {
    this.text = text;
    this.levels = List.copyOf(levels);
  }

  /**
   * Parses a template.
   *
   * @throws IllegalArgumentException with the fault in its message
   */
  static TopicTemplate parse(String text) {
    if (text.isEmpty() || text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException("a topic has 1 to " + MAX_CHARACTERS + " characters");
    }
    String[] parts = text.split("/", -1);
    if (parts.length > MAX_LEVELS) {
      throw new IllegalArgumentException("a topic has at most " + MAX_LEVELS + " levels");
    }
    if (isOfThePlatform(parts[0])) {
      throw new IllegalArgumentException("topics of the platform itself cannot be mapped");
    }
    List<Level> levels = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < parts.length; i++) {
      Level level = level(parts[i], i == parts.length - 1);
      if (level instanceof Variable one && !names.add(one.name())) {
        throw new IllegalArgumentException("{" + one.name() + "} stands in the topic twice");
      }
      levels.add(level);
    }
    return new TopicTemplate(text, levels);
  }

  private static Level level(String part, boolean last) {
    if (part.equals("+")) {
      return new Any();
    }
    if (part.equals("#") && last) {
      return new Rest();
    }
    var variable = VARIABLE.matcher(part);
    if (variable.matches()) {
      return new Variable(variable.group(1));
    }
    if (!FIXED.matcher(part).matches()) {
      throw new IllegalArgumentException(
          "a level is a text, a {variable}, +, or # at the end; the name of a variable has letters"
              + " and digits");
    }
    return new Fixed(part);
  }

  /** The levels of a topic; empty for one that no mapping can have. */
  static List<String> levels(String topic) {
    if (topic.isEmpty() || topic.length() > MAX_CHARACTERS) {
      return List.of();
    }
    String[] parts = topic.split("/", -1);
    return parts.length > MAX_LEVELS || isOfThePlatform(parts[0]) ? List.of() : List.of(parts);
  }

  private static boolean isOfThePlatform(String first) {
    return first.startsWith("$") || OF_THE_PLATFORM.contains(first);
  }

  /** The names of the variables. */
  Set<String> variables() {
    Set<String> names = new LinkedHashSet<>();
    for (Level level : levels) {
      if (level instanceof Variable one) {
        names.add(one.name());
      }
    }
    return names;
  }

  /** The values of the variables in a topic of {@link #levels}; empty when it does not match. */
  Optional<Map<String, String>> match(List<String> topic) {
    if (topic.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < levels.size(); i++) {
      if (levels.get(i) instanceof Rest) {
        return Optional.of(values);
      }
      if (i >= topic.size() || !fits(levels.get(i), topic.get(i), values)) {
        return Optional.empty();
      }
    }
    return topic.size() == levels.size() ? Optional.of(values) : Optional.empty();
  }

  private static boolean fits(Level level, String part, Map<String, String> values) {
    return switch (level) {
      case Fixed fixed -> fixed.text().equals(part);
      case Any any -> true;
      case Rest rest -> true;
      case Variable variable -> {
        values.put(variable.name(), part);
        yield !part.isBlank() && part.codePoints().noneMatch(Character::isISOControl);
      }
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
