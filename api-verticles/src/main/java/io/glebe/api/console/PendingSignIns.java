package io.glebe.api.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.identity.session.SecretText;
import io.glebe.core.identity.session.SharedTickets;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

/** Pending sign-ins, each valid once and in any process; bounded. Thread-safe. */
final class PendingSignIns {
  static final Duration LIFE = Duration.ofMinutes(10);

  /**
   * One sign-in.
   *
   * @param browser digest of the cookie of the browser that began it
   * @param redirect where the provider sends the code
   * @param target page of the console to go to afterwards
   */
  record SignIn(String browser, String verifier, String nonce, String redirect, String target) {
    private String text() {
      return Json.write(
          Json.object()
              .put("verifier", verifier)
              .put("nonce", nonce)
              .put("redirect", redirect)
              .put("target", target));
    }

    private static SignIn parse(String browser, String text) {
      ObjectNode json = Json.parseObject(text);
      return new SignIn(
          browser,
          json.path("verifier").asText(),
          json.path("nonce").asText(),
          json.path("redirect").asText(),
          json.path("target").asText());
    }
  }

  private final SharedTickets tickets;

  PendingSignIns(SharedTickets tickets) {
    this.tickets = tickets;
  }

  /** Adds a sign-in and returns its state parameter. */
  Future<String> begin(SignIn signIn) {
    String state = RandomText.next();
    return tickets
        .issue(new SecretText(state), signIn.browser(), signIn.text(), LIFE)
        .map(issued -> state);
  }

  /** The sign-in of that state, if this browser began it. */
  Future<Optional<SignIn>> take(String state, String browserCookie) {
    String browser = RandomText.digest(browserCookie);
    return tickets
        .redeem(new SecretText(state), browser)
        .map(found -> found.map(text -> SignIn.parse(browser, text)));
  }
}
