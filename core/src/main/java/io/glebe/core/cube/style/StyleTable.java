package io.glebe.core.cube.style;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of the MapLibre style specification, read from {@code style/maplibre-8.txt}: properties
 * by group (such as {@code paint.fill}), operators of expressions, names of colours.
 */
final class StyleTable {
  static final StyleTable MAPLIBRE = new StyleTable();

  private static final String RESOURCE = "/style/maplibre-8.txt";

  /**
   * A property of a group.
   *
   * @param type number, string, boolean, color, colors, enum, array, padding, formatted,
   *     resolvedImage or any
   * @param of values of an enum, or of enum items of an array
   * @param item type of an array's items, empty for any
   * @param length items of an array, 0 for any number
   * @param uses inputs that an expression may use; empty where none is allowed
   */
  record Property(
      String type,
      double min,
      double max,
      List<String> of,
      String item,
      int length,
      Optional<Set<String>> uses,
      boolean required) {}

  /** The number of arguments of an operator. */
  record Operator(int fewest, int most) {}

  private final Map<String, Map<String, Property>> groups = new HashMap<>();
  private final Map<String, Operator> operators = new HashMap<>();
  private final Map<String, Integer> colours = new HashMap<>();

  private StyleTable() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                StyleTable.class.getResourceAsStream(RESOURCE), StandardCharsets.UTF_8))) {
      lines.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(this::read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the properties of a group; empty for an unknown group. */
  Optional<Map<String, Property>> group(String name) {
    return Optional.ofNullable(groups.get(name));
  }

  Optional<Operator> operator(String name) {
    return Optional.ofNullable(operators.get(name));
  }

  /** Returns {@code 0xRRGGBB} of a named colour. */
  Optional<Integer> colour(String name) {
    return Optional.ofNullable(colours.get(name));
  }

  private void read(String line) {
    String[] words = line.split(" ");
    switch (words[0]) {
      case "operator" -> operators.put(words[1], operator(words));
      case "colour" -> colours.put(words[1], Integer.parseInt(words[2], 16));
      default ->
          groups.computeIfAbsent(words[0], name -> new HashMap<>()).put(words[1], property(words));
    }
  }

  private static Operator operator(String[] words) {
    int most = words[3].equals("*") ? Integer.MAX_VALUE : Integer.parseInt(words[3]);
    return new Operator(Integer.parseInt(words[2]), most);
  }

  private static Property property(String[] words) {
    Map<String, String> more = new HashMap<>();
    for (int i = 3; i < words.length; i++) {
      int at = words[i].indexOf('=');
      more.put(at < 0 ? words[i] : words[i].substring(0, at), words[i].substring(at + 1));
    }
    return new Property(
        words[2],
        Double.parseDouble(more.getOrDefault("min", "-Infinity")),
        Double.parseDouble(more.getOrDefault("max", "Infinity")),
        more.containsKey("of") ? List.of(more.get("of").split("\\|")) : List.of(),
        more.getOrDefault("item", ""),
        Integer.parseInt(more.getOrDefault("length", "0")),
        Optional.ofNullable(more.get("uses")).map(uses -> Set.of(uses.split("\\|"))),
        more.containsKey("required"));
  }
}
