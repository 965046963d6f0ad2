package io.glebe.api.http;

import io.glebe.api.http.path.PathNode;
import io.glebe.api.http.path.PathSegments;
import io.glebe.core.problem.Problem;
import io.vertx.core.http.HttpMethod;
import java.util.Optional;

/** Finds the route of a request in a table with the rules of the gateway. */
public final class RouteFinder {
  private RouteFinder() {}

  /**
   * The route; empty for a path without a route.
   *
   * @param path encoded, without the query
   */
  public static Optional<Route> find(RouteTable table, String method, String path) {
    try {
      return table
          .match(HttpMethod.valueOf(method), PathSegments.of(path))
          .map(PathNode.Match::value);
    } catch (Problem refused) {
      return Optional.empty();
    }
  }
}
