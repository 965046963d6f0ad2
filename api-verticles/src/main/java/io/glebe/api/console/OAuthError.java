package io.glebe.api.console;

import java.util.Locale;

/** An OAuth error from the identity provider. */
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

  /** Whether the person has not consented to the scopes of the request. */
  boolean lacksConsent() {
    return error.equals("access_denied")
        || error.equals("invalid_scope")
            && String.valueOf(getMessage()).toLowerCase(Locale.ROOT).contains("consent");
  }

  /** Whether the session of the user or the token of the request has ended. */
  boolean isOver() {
    return error.equals("invalid_grant") || error.equals("invalid_token");
  }
}
