package io.glebe.core.identity;

import io.glebe.core.problem.Problem;

/** The one form of every 401, so that all say what RFC 6750 wants and none says too much. */
public final class TokenRefused {
  private TokenRefused() {}

  /** The token is there but does not hold. */
  public static Problem invalid(String why) {
    return Problem.unauthorized(why)
        .with(
            "WWW-Authenticate",
            "Bearer realm=\"glebe\", error=\"invalid_token\", error_description=\"" + why + "\"");
  }

  /** No token at all: the challenge carries no error then (RFC 6750, section 3). */
  public static Problem missing() {
    return Problem.unauthorized("a bearer token is needed")
        .with("WWW-Authenticate", "Bearer realm=\"glebe\"");
  }
}
