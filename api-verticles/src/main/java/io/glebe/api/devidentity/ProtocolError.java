package io.glebe.api.devidentity;

import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;

/** An OAuth error; it has no stack trace, so a refusal is cheap. */
final class ProtocolError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ErrorObject error;

  private ProtocolError(ErrorObject error) {
    super(error.getCode() + ": " + error.getDescription(), null, false, false);
    this.error = error;
  }

  static ProtocolError of(ErrorObject error, String description) {
    return new ProtocolError(error.setDescription(description));
  }

  static ProtocolError invalidRequest(String description) {
    return of(OAuth2Error.INVALID_REQUEST, description);
  }

  static ProtocolError invalidGrant(String description) {
    return of(OAuth2Error.INVALID_GRANT, description);
  }

  static ProtocolError invalidClient(String description) {
    return of(OAuth2Error.INVALID_CLIENT, description);
  }

  static ProtocolError invalidScope(String description) {
    return of(OAuth2Error.INVALID_SCOPE, description);
  }

  ErrorObject error() {
    return error;
  }
}
