package io.glebe.core.sensor.mapping;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A name with variables of the topic: {@code Station {device}}. */
final class NameTemplate {
  /** Most characters of a name; a row of the names of an account is found by two of them. */
  static final int MAX_CHARACTERS = 200;

  private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern FIXED = Pattern.compile("[^{}\\p{Cntrl}]*");

  /** A fixed text, or the name of a variable. */
  private record Part(String text, boolean variable) {}

  private final String text;
  private final List<Part> parts;

  private NameTemplate(String text, List<Part> parts) {
    this.text = text;
    this.parts = List.copyOf(parts);
  }

  /**
   * Parses a template.
   *
   * @param variables that it may use
   * @throws IllegalArgumentException with the fault in its message
   */
  static NameTemplate parse(String text, Set<String> variables) {
    if (text.isBlank() || text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException("a name has 1 to " + MAX_CHARACTERS + " characters");
    }
    List<Part> parts = new ArrayList<>();
    Matcher matcher = VARIABLE.matcher(text);
    int end = 0;
    while (matcher.find()) {
      fixed(text.substring(end, matcher.start()), parts);
      String name = matcher.group(1);
      if (!variables.contains(name)) {
        throw new IllegalArgumentException("{" + name + "} is no variable of the topic");
      }
      parts.add(new Part(name, true));
      end = matcher.end();
    }
    fixed(text.substring(end), parts);
    return new NameTemplate(text, parts);
  }

  private static void fixed(String text, List<Part> parts) {
    if (!FIXED.matcher(text).matches()) {
      throw new IllegalArgumentException("a name has no braces but those of variables");
    }
    if (!text.isEmpty()) {
      parts.add(new Part(text, false));
    }
  }

  /** The name with these values; 422 for one that is too long. */
  String fill(Map<String, String> values) {
    StringBuilder name = new StringBuilder();
    for (Part part : parts) {
      name.append(part.variable() ? values.getOrDefault(part.text(), "") : part.text());
    }
    if (name.length() > MAX_CHARACTERS) {
      throw Problem.invalid(
          Violation.at("size", "", "a name has at most " + MAX_CHARACTERS + " characters"));
    }
    return name.toString();
  }

  @Override
  public String toString() {
    return text;
  }
}
