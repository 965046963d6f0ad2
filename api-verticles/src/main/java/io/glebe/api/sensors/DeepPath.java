package io.glebe.api.sensors;

import io.glebe.api.http.Endpoint;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The template of paths below an entity. It matches those with templates of their own as well. */
final class DeepPath {
  /** The rest of a path. */
  static final String TEMPLATE = "/{path*}";

  private static final List<HttpMethod> METHODS =
      List.of(HttpMethod.DELETE, HttpMethod.GET, HttpMethod.PATCH, HttpMethod.POST, HttpMethod.PUT);

  private final Supplier<RouteTable> table;

  /**
   * @param table of all areas
   */
  DeepPath(Supplier<RouteTable> table) {
    this.table = table;
  }

  /** Refuses a path that has a template of its own, but not for this method, with 405. */
  Endpoint only(Endpoint endpoint) {
    return request -> {
      require(request.path("path"));
      return endpoint.handle(request);
    };
  }

  /** Fails with 405 for a path below the prefix that has a template of its own. */
  void require(String path) {
    Set<String> allowed = own(path);
    if (!allowed.isEmpty()) {
      String allow = String.join(", ", allowed);
      throw Problem.of(
              ProblemType.METHOD_NOT_ALLOWED, "the method does not work here, but " + allow + " do")
          .with("Allow", allow);
    }
  }

  /** The methods of the path's own template; empty without one. */
  private Set<String> own(String path) {
    List<String> segments =
        Stream.of((Surface.SENSOR.prefix() + "/" + path).split("/", -1))
            .filter(segment -> !segment.isEmpty())
            .toList();
    Set<String> methods = new TreeSet<>();
    for (HttpMethod method : METHODS) {
      table
          .get()
          .match(method, segments)
          .filter(match -> !match.value().template().equals(Surface.SENSOR.prefix() + TEMPLATE))
          .ifPresent(match -> methods.add(method.name()));
    }
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    if (!methods.isEmpty()) {
      methods.add("OPTIONS");
    }
    return methods;
  }
}
