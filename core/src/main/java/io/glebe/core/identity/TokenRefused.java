package io.glebe.core.identity;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.util.Set;

/** Builds every 401 response as RFC 6750 requires, without details that help an attacker. */
public final class TokenRefused {
  public static final String EXPIRED = "the token has expired";
  public static final String REVOKED = "the token is revoked";
  public static final String OTHER_API = "the token is not for this API";
  static final String OTHER_AUDIENCE = "aud does not name this API";
  static final String OF_ANOTHER = "the token was issued for another user";
  static final String NO_DEVELOPMENT_TOKEN = "this API does not accept a development token";

  /** Reasons that apply to tokens which were really issued. */
  private static final Set<String> GENUINE =
      Set.of(EXPIRED, REVOKED, OTHER_API, OTHER_AUDIENCE, OF_ANOTHER, NO_DEVELOPMENT_TOKEN);

  private TokenRefused() {}

  /** Whether a request was refused because of a token that was never issued. */
  public static boolean isForged(Throwable failure) {
    return failure instanceof Problem problem
        && problem.type() == ProblemType.UNAUTHORIZED
        && !GENUINE.contains(problem.detail());
  }

  /** The token is present but not valid. */
  public static Problem invalid(String reason) {
    return Problem.unauthorized(reason)
        .with(
            "WWW-Authenticate",
            "Bearer realm=\"glebe\", error=\"invalid_token\", error_description=\""
                + reason
                + "\"");
  }

  /** There is no token; the challenge has no error then (RFC 6750, section 3). */
  public static Problem missing() {
    return Problem.unauthorized("a bearer token is needed")
        .with("WWW-Authenticate", "Bearer realm=\"glebe\"");
  }
}
