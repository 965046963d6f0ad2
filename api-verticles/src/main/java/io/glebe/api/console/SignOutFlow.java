package io.glebe.api.console;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Reply;
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
  private static final int MAX_TICKETS = 10_000;

  private final IdentityProvider provider;
  private final ConsoleSessions sessions;
  private final Function<ApiRequest, String> base;

  /**
   * One-time tickets for addresses of the provider's sign-out, so that scripts do not see the ID
   * token hint in them.
   */
  private final Cache<String, String> tickets =
      Caffeine.newBuilder().maximumSize(MAX_TICKETS).expireAfterWrite(TICKET_LIFE).build();

  SignOutFlow(
      IdentityProvider provider, ConsoleSessions sessions, Function<ApiRequest, String> base) {
    this.provider = provider;
    this.sessions = sessions;
    this.base = base;
  }

  /** Ends the session and returns the address that ends the session at the provider. */
  Future<Reply> end(ApiRequest request) {
    ConsoleSession session =
        SessionCookies.session(request.raw())
            .flatMap(sessions::find)
            .orElseThrow(() -> Problem.unauthorized("nobody is signed in at the console"));
    SameOriginPages.require(request.raw(), session);
    sessions.end(session);
    String redirect = base.apply(request);
    return provider
        .endpoints()
        .map(known -> known.endSession().flatMap(end -> address(end, session, redirect)))
        .otherwise(Optional.empty()) // a sign-out at the platform only is better than none
        .map(next -> reply(next, SignInFlow.isSecure(redirect)));
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

  private Reply reply(Optional<String> provider, boolean secure) {
    String next = provider.map(this::ticket).orElse(SignInFlow.HOME);
    return Reply.json(Json.object().put("next", next))
        .addHeader("Set-Cookie", SessionCookies.clear(secure))
        .cache("no-store");
  }

  private String ticket(String address) {
    String ticket = RandomText.next();
    tickets.put(ticket, address);
    return ENDED + "?ticket=" + ticket;
  }

  /** Redirects the browser to the provider's sign-out. */
  Future<Reply> ended(ApiRequest request) {
    Optional<String> address =
        request.params().text("ticket").map(ticket -> tickets.asMap().remove(ticket));
    return Future.succeededFuture(
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
        .map(
            claims -> {
              end(claims);
              return Reply.empty(200).cache("no-store");
            });
  }

  private void end(LogoutTokenClaimsSet claims) {
    if (claims.getSessionID() != null) {
      sessions.endSid(claims.getSessionID().getValue());
    } else {
      sessions.endSubject(claims.getSubject().getValue());
    }
  }
}
