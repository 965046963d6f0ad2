package io.glebe.api.http;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A node of the tree of path segments. Built once, then only read. */
final class PathNode {
  private final Map<String, PathNode> literals = new HashMap<>();
  private final List<Branch> patterns = new ArrayList<>();
  private final Map<HttpMethod, Route> routes = new HashMap<>();
  private final Map<HttpMethod, Route> tails = new HashMap<>();
  private String tailName = "";

  private record Branch(SegmentPattern pattern, PathNode node) {}

  Map<HttpMethod, Route> routes() {
    return routes;
  }

  void add(Route route) {
    PathNode node = this;
    for (String segment : split(route.template())) {
      if (segment.startsWith("{") && segment.endsWith("*}")) {
        node.tailName = segment.substring(1, segment.length() - 2);
        node.tails.put(route.method(), route);
        return;
      }
      node = node.child(segment);
    }
    node.routes.put(route.method(), route);
  }

  private PathNode child(String segment) {
    if (!SegmentPattern.isPattern(segment)) {
      return literals.computeIfAbsent(segment, s -> new PathNode());
    }
    for (Branch branch : patterns) {
      if (branch.pattern.text().equals(segment)) {
        return branch.node;
      }
    }
    Branch branch = new Branch(SegmentPattern.of(segment), new PathNode());
    patterns.add(branch);
    patterns.sort(Comparator.comparingInt((Branch b) -> -b.pattern.literals()));
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
   * The first route found, most literal branch first; backtracks where a branch has no route for
   * the method.
   */
  Optional<RouteTable.Match> match(
      List<String> segments, int at, Function<PathNode, Optional<Route>> pick) {
    return find(segments, at, new LinkedHashMap<>(), pick);
  }

  private Optional<RouteTable.Match> find(
      List<String> segments,
      int at,
      Map<String, String> values,
      Function<PathNode, Optional<Route>> pick) {
    if (at == segments.size()) {
      Optional<Route> here = pick.apply(this);
      if (here.isPresent()) {
        return Optional.of(new RouteTable.Match(here.get(), Map.copyOf(values)));
      }
      return tail(segments, at, values, pick);
    }
    String segment = segments.get(at);
    PathNode literal = literals.get(segment);
    if (literal != null) {
      Optional<RouteTable.Match> found = literal.find(segments, at + 1, values, pick);
      if (found.isPresent()) {
        return found;
      }
    }
    for (Branch branch : patterns) {
      Map<String, String> more = new LinkedHashMap<>(values);
      if (branch.pattern.match(segment, more)) {
        Optional<RouteTable.Match> found = branch.node.find(segments, at + 1, more, pick);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return tail(segments, at, values, pick);
  }

  private Optional<RouteTable.Match> tail(
      List<String> segments,
      int at,
      Map<String, String> values,
      Function<PathNode, Optional<Route>> pick) {
    if (tails.isEmpty()) {
      return Optional.empty();
    }
    PathNode rest = new PathNode();
    rest.routes.putAll(tails);
    return pick.apply(rest)
        .map(
            route -> {
              Map<String, String> more = new LinkedHashMap<>(values);
              more.put(tailName, String.join("/", segments.subList(at, segments.size())));
              return new RouteTable.Match(route, Map.copyOf(more));
            });
  }

  /** Shows every node whose path matches. */
  void visit(List<String> segments, int at, Consumer<PathNode> visitor) {
    if (!tails.isEmpty()) {
      PathNode rest = new PathNode();
      rest.routes.putAll(tails);
      visitor.accept(rest);
    }
    if (at == segments.size()) {
      visitor.accept(this);
      return;
    }
    PathNode literal = literals.get(segments.get(at));
    if (literal != null) {
      literal.visit(segments, at + 1, visitor);
    }
    for (Branch branch : patterns) {
      if (branch.pattern.match(segments.get(at), new HashMap<>())) {
        branch.node.visit(segments, at + 1, visitor);
      }
    }
  }
}
