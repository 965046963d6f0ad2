package io.glebe.api.http;

import io.glebe.api.http.guard.LimitClass;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/**
 * One entry of the route table.
 *
 * @param template the whole path with the surface's prefix, for example {@code /v1/farms/{id}}
 * @param area the area that declared it
 * @param declared the parameters that the endpoint may read
 */
public record Route(
    HttpMethod method,
    String template,
    Surface surface,
    String area,
    Operation operation,
    DeclaredParameters declared) {
  Route(HttpMethod method, String template, Surface surface, String area, Operation operation) {
    this(
        method,
        template,
        surface,
        area,
        operation,
        new DeclaredParameters(operation, surface, template));
  }

  /** The names in GLEBE_RATE_LIMITS whose limit may apply to this route, most special first. */
  public List<String> limitNames() {
    return operation.limitClass() == LimitClass.PLAIN
        ? List.of(limitedArea())
        : List.of(operation.limitClass().limitName(), limitedArea());
  }

  private String limitedArea() {
    boolean signIn =
        template.startsWith("/dev/identity/") || template.startsWith("/console/session/");
    return surface.equals(Surface.ROOT) && signIn ? "identity" : surface.limitedArea();
  }
}
