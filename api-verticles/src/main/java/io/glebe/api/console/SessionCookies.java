package io.glebe.api.console;

import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * The two cookies of the console. Scripts cannot read them, and browsers do not send them with
 * requests of other sites.
 */
final class SessionCookies {
  /** The session; sent to every path because the APIs accept it too. */
  static final String SESSION = "glebe_console";

  /** Binds a pending sign-in to its browser. */
  static final String SIGN_IN = "glebe_console_signin";

  private static final String SIGN_IN_PATH = "/console/session";

  private SessionCookies() {}

  static Optional<String> session(HttpServerRequest request) {
    return value(request, SESSION);
  }

  static Optional<String> signIn(HttpServerRequest request) {
    return value(request, SIGN_IN);
  }

  private static Optional<String> value(HttpServerRequest request, String name) {
    return Optional.ofNullable(request.getCookie(name))
        .map(Cookie::getValue)
        .filter(RandomText::hasForm);
  }

  /** The header that sets the session's cookie; it ends with the browser or with the session. */
  static String set(String value, boolean secure) {
    return SESSION + "=" + value + "; Path=/; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
  }

  static String clear(boolean secure) {
    return set("", secure) + "; Max-Age=0";
  }

  static String setSignIn(String value, Duration life, boolean secure) {
    return "%s=%s; Path=%s; HttpOnly; SameSite=Lax; Max-Age=%d%s"
        .formatted(SIGN_IN, value, SIGN_IN_PATH, life.toSeconds(), secure ? "; Secure" : "");
  }
}
