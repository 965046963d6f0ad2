package io.glebe.api.http.path;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node of the tree of path segments; finds the value that is registered for a method and a path.
 * Built once, then only read.
 *
 * @param <T> the registered values
 */
public final class PathNode<T> {
  private final Map<String, PathNode<T>> literals = new HashMap<>();
  private final List<Branch<T>> patterns = new ArrayList<>();
  private final Map<HttpMethod, T> values = new HashMap<>();

  /** Values of templates that end with the rest of the path. */
  private final Map<HttpMethod, T> tails = new HashMap<>();

  private String tailName = "";

  private record Branch<T>(SegmentPattern pattern, PathNode<T> node) {}

  /** A value and the path parameters. */
  public record Match<T>(T value, Map<String, String> parameters) {}

  /** Registers a value below this node. */
  public void add(HttpMethod method, String template, T value) {
    PathNode<T> node = this;
    for (String segment : split(template)) {
      if (segment.startsWith("{") && segment.endsWith("*}")) {
        node.tailName = segment.substring(1, segment.length() - 2);
        node.tails.put(method, value);
        return;
      }
      node = node.child(segment);
    }
    node.values.put(method, value);
  }

  private PathNode<T> child(String segment) {
    if (!SegmentPattern.isPattern(segment)) {
      return literals.computeIfAbsent(segment, s -> new PathNode<>());
    }
    for (Branch<T> branch : patterns) {
      if (branch.pattern.text().equals(segment)) {
        return branch.node;
      }
    }
    Branch<T> branch = new Branch<>(SegmentPattern.of(segment), new PathNode<>());
    patterns.add(branch);
    patterns.sort(Comparator.comparingInt((Branch<T> b) -> -b.pattern.literals()));
    return branch.node;
  }

  private static List<String> split(String template) {
    List<String> segments = new ArrayList<>();
    for (String segment : template.split("/", -1)) {
      if (!segment.isEmpty()) {
        segments.add(segment);
      }
    }
    return segments;
  }

  /**
   * The match of the most literal template of a path; empty if it has no value for the method. So a
   * literal segment hides the templates beside it, whatever their methods.
   */
  public Optional<Match<T>> match(HttpMethod method, List<String> segments) {
    Place<T> place = find(segments, 0, new LinkedHashMap<>());
    if (place == null) {
      return Optional.empty();
    }
    Map<String, String> parameters = place.parameters;
    return Optional.ofNullable(place.values.get(method))
        .map(value -> new Match<>(value, parameters));
  }

  /** The values of a template by their methods. */
  private record Place<T>(Map<HttpMethod, T> values, Map<String, String> parameters) {}

  private @Nullable Place<T> find(List<String> segments, int at, Map<String, String> parameters) {
    if (at == segments.size()) {
      return values.isEmpty()
          ? tail(segments, at, parameters)
          : new Place<>(values, Map.copyOf(parameters));
    }
    String segment = segments.get(at);
    PathNode<T> literal = literals.get(segment);
    if (literal != null) {
      Place<T> place = literal.find(segments, at + 1, parameters);
      if (place != null) {
        return place;
      }
    }
    for (Branch<T> branch : patterns) {
      Map<String, String> more = new LinkedHashMap<>(parameters);
      if (branch.pattern.match(segment, more)) {
        Place<T> place = branch.node.find(segments, at + 1, more);
        if (place != null) {
          return place;
        }
      }
    }
    return tail(segments, at, parameters);
  }

  private @Nullable Place<T> tail(List<String> segments, int at, Map<String, String> parameters) {
    if (tails.isEmpty()) {
      return null;
    }
    Map<String, String> more = new LinkedHashMap<>(parameters);
    more.put(tailName, String.join("/", segments.subList(at, segments.size())));
    return new Place<>(tails, Map.copyOf(more));
  }

  /** Adds the methods that are registered for a path. */
  public void collectMethods(List<String> segments, Set<String> methods) {
    Place<T> place = find(segments, 0, new LinkedHashMap<>());
    if (place != null) {
      place.values.keySet().forEach(method -> methods.add(method.name()));
    }
  }
}
