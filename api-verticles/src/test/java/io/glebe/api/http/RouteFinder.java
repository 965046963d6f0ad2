package io.glebe.api.http;

import io.glebe.api.http.path.PathNode;
import io.glebe.api.http.path.PathSegments;
import io.glebe.core.problem.Problem;
import io.vertx.core.http.HttpMethod;
import java.util.Optional;

/** Which route of a table answers a request, as the gateway decides it. */
public final class RouteFinder {
  private RouteFinder() {}

  /**
   * The route; none for a path that no route can have.
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
