package io.glebe.api.console;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Reply;
import io.glebe.core.identity.session.SecretText;
import io.glebe.core.identity.session.SharedTickets;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Sign-out: at the platform, at the provider, and by back channel from the provider. */
final class SignOutFlow {
  static final String ENDED = "/console/session/ended";
  private static final Duration TICKET_LIFE = Duration.ofMinutes(1);
  private static final String TICKET_OWNER = "sign-out";

  private final IdentityProvider provider;
  private final ConsoleSessions sessions;
  private final Function<ApiRequest, String> base;

  /**
   * One-time tickets for addresses of the provider's sign-out, so that scripts do not see the ID
   * token hint in them.
   */
  private final SharedTickets tickets;

  SignOutFlow(
      IdentityProvider provider,
      ConsoleSessions sessions,
      SharedTickets tickets,
      Function<ApiRequest, String> base) {
    this.tickets = tickets;
    this.provider = provider;
    this.sessions = sessions;
    this.base = base;
  }

  /** Ends the session and returns the address that ends the session at the provider. */
  Future<Reply> end(ApiRequest request) {
    String cookie = SessionCookies.session(request.raw()).orElseThrow(SignOutFlow::nobody);
    return sessions
        .find(cookie)
        .map(found -> found.orElseThrow(SignOutFlow::nobody))
        .compose(session -> end(request, cookie, session));
  }

  private static Problem nobody() {
    return Problem.unauthorized("nobody is signed in at the console");
  }

  private Future<Reply> end(ApiRequest request, String cookie, ConsoleSession session) {
    SameOriginPages.require(request.raw(), session);
    String redirect = base.apply(request);
    return sessions
        .end(cookie)
        .compose(ended -> atProvider(session, redirect))
        .compose(next -> reply(next, SignInFlow.isSecure(redirect)));
  }

  private Future<Optional<String>> atProvider(ConsoleSession session, String redirect) {
    return provider
        .endpoints()
        .map(known -> known.endSession().flatMap(end -> address(end, session, redirect)))
        .otherwise(Optional.empty()); // a sign-out at the platform only is better than none
  }

  private static Optional<String> address(String end, ConsoleSession session, String redirect) {
    return session
        .idToken()
        .map(
            hint ->
                end
                    + (end.contains("?") ? "&" : "?")
                    + "id_token_hint="
                    + hint
                    + "&post_logout_redirect_uri="
                    + URLEncoder.encode(redirect + SignInFlow.HOME, StandardCharsets.UTF_8));
  }

  private Future<Reply> reply(Optional<String> provider, boolean secure) {
    return provider
        .map(this::ticket)
        .orElse(Future.succeededFuture(SignInFlow.HOME))
        .map(
            next ->
                Reply.json(Json.object().put("next", next))
                    .addHeader("Set-Cookie", SessionCookies.clear(secure))
                    .cache("no-store"));
  }

  private Future<String> ticket(String address) {
    String ticket = RandomText.next();
    return tickets
        .issue(new SecretText(ticket), TICKET_OWNER, address, TICKET_LIFE)
        .map(issued -> ENDED + "?ticket=" + ticket);
  }

  /** Redirects the browser to the provider's sign-out. */
  Future<Reply> ended(ApiRequest request) {
    return request
        .params()
        .text("ticket")
        .filter(RandomText::hasForm)
        .map(ticket -> tickets.redeem(new SecretText(ticket), TICKET_OWNER))
        .orElse(Future.succeededFuture(Optional.empty()))
        .map(
            address ->
                Reply.empty(303).location(address.orElse(SignInFlow.HOME)).cache("no-store"));
  }

  /**
   * Handles the provider's notice that a sign-in has ended (OpenID Connect Back-Channel Logout).
   */
  Future<Reply> backChannel(ApiRequest request) {
    String form = request.body().toString(StandardCharsets.UTF_8);
    List<String> tokens = URLUtils.parseParameters(form).getOrDefault("logout_token", List.of());
    if (tokens.size() != 1) {
      throw Problem.malformed("exactly one logout_token is needed");
    }
    return provider
        .checkLogout(tokens.getFirst())
        .compose(this::endSessions)
        .map(ended -> Reply.empty(200).cache("no-store"));
  }

  private Future<Void> endSessions(LogoutTokenClaimsSet claims) {
    return claims.getSessionID() != null
        ? sessions.endSid(claims.getSessionID().getValue())
        : sessions.endSubject(claims.getSubject().getValue());
  }
}
