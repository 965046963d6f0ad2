package io.glebe.core.identity;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.util.Set;

/** The one form of every 401, so that all say what RFC 6750 wants and none says too much. */
public final class TokenRefused {
  static final String EXPIRED = "the token has expired";
  static final String REVOKED = "the token is revoked";
  static final String ELSEWHERE = "the token is not for this API";
  static final String OTHER_AUDIENCE = "aud does not name this API";
  static final String OF_ANOTHER = "the token was made for another user";
  static final String NOT_THIS_ONE = "this API takes no development token";

  /** Said of tokens that somebody has really been given. */
  private static final Set<String> GENUINE =
      Set.of(EXPIRED, REVOKED, ELSEWHERE, OTHER_AUDIENCE, OF_ANOTHER, NOT_THIS_ONE);

  private TokenRefused() {}

  /** Whether a request was refused for a token that nobody was ever given. */
  public static boolean isForged(Throwable failure) {
    return failure instanceof Problem problem
        && problem.type() == ProblemType.UNAUTHORIZED
        && !GENUINE.contains(problem.detail());
  }

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
