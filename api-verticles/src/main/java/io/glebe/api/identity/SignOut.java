package io.glebe.api.identity;

import com.nimbusds.jwt.JWTClaimsSet;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** RP-initiated logout: ends the sign-in here, and by back channel in every app it was used in. */
final class SignOut {
  private final DevClients clients;
  private final Sessions sessions;
  private final OwnTokens ownTokens;
  private final EndedSessions ended;

  /** What follows from the end of a sign-in. */
  interface EndedSessions {
    void ended(Sessions.Session session);
  }

  SignOut(DevClients clients, Sessions sessions, OwnTokens ownTokens, EndedSessions ended) {
    this.clients = clients;
    this.sessions = sessions;
    this.ownTokens = ownTokens;
    this.ended = ended;
  }

  /** GET: with a hint at once, without one only after a question. */
  PlainReply ask(PlainRequest http) {
    return PlainRequest.one(http.query(), "id_token_hint").isPresent()
        ? end(http, http.query())
        : PlainReply.html(200, Pages.signOut());
  }

  /** POST: ends the sign-in of the hint, or that of the browser. */
  PlainReply end(PlainRequest http, Map<String, List<String>> parameters) {
    Optional<JWTClaimsSet> hint =
        PlainRequest.one(parameters, "id_token_hint").flatMap(ownTokens::idHint);
    Optional<String> sid =
        hint.map(claims -> String.valueOf(claims.getClaim("sid"))).or(() -> ofBrowser(http));
    sid.flatMap(sessions::end).ifPresent(ended::ended);
    return target(parameters, hint)
        .map(PlainReply::redirect)
        .orElseGet(() -> PlainReply.html(200, Pages.signedOut()))
        .with(
            "Set-Cookie",
            AuthorizationEndpoint.cookie(AuthorizationEndpoint.SESSION_COOKIE, "", Duration.ZERO));
  }

  private Optional<String> ofBrowser(PlainRequest http) {
    return Optional.ofNullable(http.cookies().get(AuthorizationEndpoint.SESSION_COOKIE))
        .flatMap(sessions::byCookie)
        .map(Sessions.Session::sid);
  }

  /** Where to go afterwards: only to an address that the hint's own client has registered. */
  private Optional<URI> target(Map<String, List<String>> parameters, Optional<JWTClaimsSet> hint) {
    String state =
        PlainRequest.one(parameters, "state")
            .map(s -> "state=" + URLEncoder.encode(s, StandardCharsets.UTF_8))
            .orElse("");
    try {
      return PlainRequest.one(parameters, "post_logout_redirect_uri")
          .map(URI::create)
          .filter(uri -> hint.flatMap(this::client).filter(c -> c.redirectsTo(uri)).isPresent())
          .map(uri -> state.isEmpty() ? uri : withQuery(uri, state));
    } catch (IllegalArgumentException e) {
      throw ProtocolError.invalidRequest("post_logout_redirect_uri is malformed");
    }
  }

  private Optional<DevClient> client(JWTClaimsSet hint) {
    return clients.find(String.valueOf(hint.getClaim("azp")));
  }

  private static URI withQuery(URI uri, String query) {
    return URI.create(uri + (uri.getRawQuery() == null ? "?" : "&") + query);
  }
}
