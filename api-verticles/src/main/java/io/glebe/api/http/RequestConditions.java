package io.glebe.api.http;

import io.glebe.api.http.header.Accept;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;

/**
 * Conditions of requests that an operation does not check itself (RFC 9110): versions where it has
 * none, and media types where it has one.
 */
public final class RequestConditions {
  private static final Set<HttpMethod> CHANGES =
      Set.of(HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);
  private static final String IF_NONE_MATCH = "If-None-Match";

  private RequestConditions() {}

  /**
   * Fails with 412 for a version in If-Match at a change, and for {@code If-None-Match: *} at a
   * PUT, that does not declare them: a condition that cannot be checked does not hold. {@code
   * If-Match: *} needs no version. Fails with 406 where the client accepts no form of a document
   * that has only JSON.
   */
  public static void check(HttpServerRequest request, Route route) {
    if (CHANGES.contains(request.method())) {
      refuseConditions(request, route.operation());
    } else if (!route.jsonForms().isEmpty()) {
      requireAcceptable(request, route);
    }
  }

  private static void refuseConditions(HttpServerRequest request, Operation operation) {
    String versions = request.getHeader(Parameter.IF_MATCH.name());
    if (versions != null
        && !versions.strip().equals("*")
        && !operation.takesHeader(Parameter.IF_MATCH.name())) {
      throw Problem.preconditionFailed("this resource has no versions that If-Match could name");
    }
    String none = request.getHeader(IF_NONE_MATCH);
    boolean replaces = request.method().equals(HttpMethod.PUT);
    if (replaces
        && none != null
        && none.strip().equals("*")
        && !operation.takesHeader(IF_NONE_MATCH)) {
      throw Problem.preconditionFailed(
          "this operation replaces what exists; If-None-Match: * wants that nothing does");
    }
  }

  private static void requireAcceptable(HttpServerRequest request, Route route) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    if (Accept.choose(accept, route.jsonForms()).isEmpty()) {
      throw Problem.of(
          ProblemType.NOT_ACCEPTABLE,
          "this resource is available as " + String.join(", ", route.jsonForms()));
    }
  }
}
