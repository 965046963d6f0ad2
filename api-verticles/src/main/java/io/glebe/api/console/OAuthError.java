package io.glebe.api.console;

/** The identity provider answered with an error of OAuth. */
final class OAuthError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String error;

  /**
   * @param error its code, for example {@code invalid_grant}
   */
  OAuthError(String error, String description) {
    super(error + ": " + description, null, false, false);
    this.error = error;
  }

  String error() {
    return error;
  }

  /** The session of the person has ended, or the token behind the request has. */
  boolean isOver() {
    return error.equals("invalid_grant") || error.equals("invalid_token");
  }
}
