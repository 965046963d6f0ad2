package io.glebe.api.devidentity;

import com.nimbusds.jwt.JWTClaimsSet;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** RP-initiated logout: ends the sign-in, and notifies all apps that used it by back channel. */
final class SignOut {
  private final DevClients clients;
  private final Sessions sessions;
  private final IssuedTokens ownTokens;
  private final EndedSessions ended;

  /** Called at the end of a sign-in. */
  interface EndedSessions {
    void ended(Sessions.Session session);
  }

  SignOut(DevClients clients, Sessions sessions, IssuedTokens ownTokens, EndedSessions ended) {
    this.clients = clients;
    this.sessions = sessions;
    this.ownTokens = ownTokens;
    this.ended = ended;
  }

  /**
   * GET: signs out immediately with a valid hint, otherwise asks first, because any page can send
   * the browser to this address.
   */
  OAuthReply confirm(OAuthRequest http) {
    return hint(http.query()).isPresent()
        ? end(http, http.query())
        : OAuthReply.html(200, SignInPages.signOut(carried(http.query())));
  }

  /** The parameters that the page repeats in its form. */
  private static Map<String, String> carried(Map<String, List<String>> query) {
    Map<String, String> carried = new TreeMap<>();
    for (String name : List.of("client_id", "post_logout_redirect_uri", "state")) {
      OAuthRequest.one(query, name).ifPresent(value -> carried.put(name, value));
    }
    return carried;
  }

  private Optional<JWTClaimsSet> hint(Map<String, List<String>> parameters) {
    return OAuthRequest.one(parameters, "id_token_hint").flatMap(ownTokens::idHint);
  }

  /** POST: ends the sign-in of the hint, or the sign-in of the browser. */
  OAuthReply end(OAuthRequest http, Map<String, List<String>> parameters) {
    Optional<JWTClaimsSet> hint = hint(parameters);
    Optional<URI> target = target(parameters, client(parameters, hint));
    Optional<String> sid =
        hint.map(claims -> String.valueOf(claims.getClaim("sid"))).or(() -> ofBrowser(http));
    sid.flatMap(sessions::end).ifPresent(ended::ended);
    return target
        .map(OAuthReply::redirect)
        .orElseGet(() -> OAuthReply.html(200, SignInPages.signedOut()))
        .with(
            "Set-Cookie",
            AuthorizationEndpoint.cookie(AuthorizationEndpoint.SESSION_COOKIE, "", Duration.ZERO));
  }

  private Optional<String> ofBrowser(OAuthRequest http) {
    return Optional.ofNullable(http.cookies().get(AuthorizationEndpoint.SESSION_COOKIE))
        .flatMap(sessions::byCookie)
        .map(Sessions.Session::sid);
  }

  /** The address after the sign-out: it must be registered for the app with exactly this text. */
  private static Optional<URI> target(
      Map<String, List<String>> parameters, Optional<DevClient> client) {
    String state =
        OAuthRequest.one(parameters, "state")
            .map(s -> "state=" + URLEncoder.encode(s, StandardCharsets.UTF_8))
            .orElse("");
    try {
      return OAuthRequest.one(parameters, "post_logout_redirect_uri")
          .map(URI::create)
          .filter(uri -> client.filter(c -> c.redirectsTo(uri)).isPresent())
          .map(uri -> state.isEmpty() ? uri : withQuery(uri, state));
    } catch (IllegalArgumentException e) {
      throw ProtocolError.invalidRequest("post_logout_redirect_uri is malformed");
    }
  }

  /** The requesting app, by the hint or by the client id; both must name the same app. */
  private Optional<DevClient> client(
      Map<String, List<String>> parameters, Optional<JWTClaimsSet> hint) {
    Optional<String> named = OAuthRequest.one(parameters, "client_id");
    Optional<String> hinted = hint.map(claims -> String.valueOf(claims.getClaim("azp")));
    if (named.isPresent() && hinted.isPresent() && !named.equals(hinted)) {
      throw ProtocolError.invalidRequest("id_token_hint was issued for another client_id");
    }
    return hinted.or(() -> named).flatMap(clients::find);
  }

  private static URI withQuery(URI uri, String query) {
    return URI.create(uri + (uri.getRawQuery() == null ? "?" : "&") + query);
  }
}
