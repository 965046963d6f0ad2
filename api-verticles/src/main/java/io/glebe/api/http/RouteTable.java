package io.glebe.api.http;

import io.glebe.api.http.path.PathNode;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * All routes of the process: the source of routing, of 405 and Allow, of the route labels in
 * metrics and of the OpenAPI documents. Immutable. In a template, {@code {name}} is one segment or,
 * between literals, a part of one ({@code {y}.png}, {@code Things({id})}); {@code {name*}} at the
 * end is the rest of the path. Literal segments have priority over mixed segments, and mixed
 * segments over parameters, in any order of declaration.
 */
public final class RouteTable {
  private final List<Route> routes;
  private final PathNode<Route> root = new PathNode<>();

  private RouteTable(List<Route> routes) {
    this.routes = List.copyOf(routes);
    routes.forEach(route -> root.add(route.method(), route.template(), route));
  }

  /** The routes of the given areas. */
  public static RouteTable of(List<ApiArea> areas) {
    Builder builder = new Builder();
    for (ApiArea area : areas) {
      builder.area = area.name();
      area.contribute(builder);
    }
    RouteTable table = new RouteTable(builder.routes);
    builder.table.complete(table);
    return table;
  }

  /** All routes in the order of declaration. */
  public List<Route> routes() {
    return routes;
  }

  /** The route and its path parameters; a trailing slash of the path is ignored. */
  public Optional<PathNode.Match<Route>> match(HttpMethod method, List<String> segments) {
    return root.match(method, segments);
  }

  /** The methods of a path, including the implied HEAD and OPTIONS; empty for an unknown path. */
  public Set<String> methods(List<String> segments) {
    Set<String> methods = new TreeSet<>();
    root.collectMethods(segments, methods);
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    if (!methods.isEmpty()) {
      methods.add("OPTIONS");
    }
    return methods;
  }

  /** Collects routes. An area receives the builder in {@link ApiArea#contribute}. */
  public static final class Builder {
    private final List<Route> routes = new ArrayList<>();
    private final Map<String, Route> taken = new HashMap<>();
    private final CompletableFuture<RouteTable> table = new CompletableFuture<>();
    private String area = "";

    private Builder() {}

    /**
     * The table of all areas, for operations that describe the API; complete before the first
     * request.
     */
    public Supplier<RouteTable> finished() {
      return table::join;
    }

    /** One route below the surface's prefix. */
    public Builder route(HttpMethod method, Surface surface, String template, Operation operation) {
      Route route = new Route(method, surface.prefix() + template, surface, area, operation);
      Route other = taken.putIfAbsent(method + " " + route.template(), route);
      if (other != null) {
        throw new IllegalStateException(
            method + " " + route.template() + " is declared by " + other.area() + " and " + area);
      }
      routes.add(route);
      return this;
    }

    /** The same operation on the V2 and the legacy surface, under the same template. */
    public Builder v2AndLegacy(HttpMethod method, String template, Operation operation) {
      return v2AndLegacy(method, template, template, operation);
    }

    /** The same operation on the V2 and the legacy surface. */
    public Builder v2AndLegacy(HttpMethod method, String v2, String legacy, Operation operation) {
      return route(method, Surface.V2, v2, operation)
          .route(method, Surface.LEGACY, legacy, operation);
    }

    public Builder get(Surface surface, String template, Operation operation) {
      return route(HttpMethod.GET, surface, template, operation);
    }

    public Builder post(Surface surface, String template, Operation operation) {
      return route(HttpMethod.POST, surface, template, operation);
    }

    public Builder put(Surface surface, String template, Operation operation) {
      return route(HttpMethod.PUT, surface, template, operation);
    }

    public Builder patch(Surface surface, String template, Operation operation) {
      return route(HttpMethod.PATCH, surface, template, operation);
    }

    public Builder delete(Surface surface, String template, Operation operation) {
      return route(HttpMethod.DELETE, surface, template, operation);
    }
  }
}
