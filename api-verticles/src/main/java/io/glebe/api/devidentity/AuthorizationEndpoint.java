package io.glebe.api.devidentity;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationErrorResponse;
import com.nimbusds.oauth2.sdk.AuthorizationSuccessResponse;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseMode;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.id.Identifier;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.OIDCError;
import com.nimbusds.openid.connect.sdk.Prompt;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Sign-in by authorization code with PKCE S256; the answer names the issuer (RFC 9207). */
final class AuthorizationEndpoint {
  static final String SESSION_COOKIE = "glebe_dev_session";
  static final String PENDING_COOKIE = "glebe_dev_pending";

  private static final Duration PENDING_LIFE = Duration.ofMinutes(10);
  private static final int MAX_PENDING = 10_000;
  private static final Pattern S256_FORM = Pattern.compile("[A-Za-z0-9_-]{43}");

  /** A sign-in that waits for the person's decision. */
  record Pending(AuthenticationRequest request, DevClient client, String browser) {}

  private final DevClients clients;
  private final ScopeNames scopes;
  private final Sessions sessions;
  private final AuthorizationCodes codes;
  private final String issuer;
  private final ExpiringStore<Pending> pending;
  private final InstantSource clock;

  AuthorizationEndpoint(
      DevClients clients,
      ScopeNames scopes,
      Sessions sessions,
      AuthorizationCodes codes,
      String issuer,
      InstantSource clock) {
    this.clients = clients;
    this.scopes = scopes;
    this.sessions = sessions;
    this.codes = codes;
    this.issuer = issuer;
    this.clock = clock;
    pending = new ExpiringStore<>(MAX_PENDING, PENDING_LIFE, clock);
  }

  /** GET: redirects immediately when no consent is needed, otherwise shows the page. */
  OAuthReply authorize(OAuthRequest http) {
    DevClient client = client(http.query());
    URI redirect = redirect(http.query(), client);
    AuthenticationRequest request;
    try {
      request = AuthenticationRequest.parse(http.query());
    } catch (ParseException e) {
      ErrorObject error = e.getErrorObject();
      return refuse(redirect, error == null ? OAuth2Error.INVALID_REQUEST : error, state(http));
    } catch (IllegalArgumentException e) {
      return refuse(redirect, OAuth2Error.INVALID_REQUEST, state(http));
    }
    Optional<ErrorObject> fault = fault(request, client);
    return fault.isPresent()
        ? refuse(redirect, fault.get(), state(http))
        : decide(http, request, client);
  }

  private static Optional<String> state(OAuthRequest http) {
    return OAuthRequest.one(http.query(), "state");
  }

  private DevClient client(Map<String, List<String>> query) {
    return OAuthRequest.one(query, "client_id")
        .flatMap(clients::find)
        .orElseThrow(() -> ProtocolError.invalidRequest("the app is unknown"));
  }

  private static URI redirect(Map<String, List<String>> query, DevClient client) {
    try {
      return OAuthRequest.one(query, "redirect_uri")
          .map(URI::create)
          .filter(client::redirectsTo)
          .orElseThrow(() -> ProtocolError.invalidRequest("redirect_uri is not registered"));
    } catch (IllegalArgumentException e) {
      throw ProtocolError.invalidRequest("redirect_uri is malformed");
    }
  }

  private Optional<ErrorObject> fault(AuthenticationRequest request, DevClient client) {
    if (!request.getResponseType().equals(ResponseType.CODE)) {
      return Optional.of(OAuth2Error.UNSUPPORTED_RESPONSE_TYPE);
    }
    ResponseMode mode = request.getResponseMode();
    if (mode != null && !mode.equals(ResponseMode.QUERY)) {
      return Optional.of(OAuth2Error.INVALID_REQUEST.setDescription("response_mode must be query"));
    }
    if (request.specifiesRequestObject()) {
      return Optional.of(
          request.getRequestURI() == null
              ? OAuth2Error.REQUEST_NOT_SUPPORTED
              : OAuth2Error.REQUEST_URI_NOT_SUPPORTED);
    }
    if (request.getCodeChallenge() == null
        || !S256_FORM.matcher(request.getCodeChallenge().getValue()).matches()
        || !CodeChallengeMethod.S256.equals(request.getCodeChallengeMethod())) {
      return Optional.of(OAuth2Error.INVALID_REQUEST.setDescription("PKCE with S256 is needed"));
    }
    return scopes.within(request.getScope().toStringList(), client)
        ? Optional.empty()
        : Optional.of(OAuth2Error.INVALID_SCOPE.setDescription("a scope is not registered"));
  }

  private OAuthReply decide(OAuthRequest http, AuthenticationRequest request, DevClient client) {
    Optional<Sessions.Session> session = session(http);
    Prompt prompt = request.getPrompt() == null ? new Prompt() : request.getPrompt();
    boolean consented =
        session.isPresent()
            && isFresh(session.get(), request)
            && (client.trusted() || missing(request, client, session.get().user()).isEmpty());
    if (prompt.contains(Prompt.Type.NONE) && !consented) {
      boolean signedIn = session.isPresent() && isFresh(session.get(), request);
      ErrorObject error = signedIn ? OIDCError.CONSENT_REQUIRED : OIDCError.LOGIN_REQUIRED;
      return refuse(request.getRedirectionURI(), error, state(http));
    }
    if (consented && (prompt.isEmpty() || prompt.contains(Prompt.Type.NONE))) {
      return grant(request, client, session.get());
    }
    return page(http, request, client, session);
  }

  /** Whether the sign-in is recent enough for the {@code max_age} of the app. */
  private boolean isFresh(Sessions.Session session, AuthenticationRequest request) {
    int maxAge = request.getMaxAge();
    return maxAge < 0 || !session.since().plusSeconds(maxAge).isBefore(clock.instant());
  }

  private Optional<Sessions.Session> session(OAuthRequest http) {
    return Optional.ofNullable(http.cookies().get(SESSION_COOKIE)).flatMap(sessions::byCookie);
  }

  private Set<String> missing(AuthenticationRequest request, DevClient client, DevUser user) {
    Set<String> missing = new TreeSet<>(scopes.ofApis(request.getScope().toStringList()));
    missing.removeAll(sessions.consented(user, client.id()));
    return missing;
  }

  private OAuthReply page(
      OAuthRequest http,
      AuthenticationRequest request,
      DevClient client,
      Optional<Sessions.Session> session) {
    String id = Secrets.random();
    String browser = browser(http);
    pending.put(id, new Pending(request, client, browser));
    Optional<String> current =
        session.map(s -> s.user().name()).or(() -> Optional.ofNullable(request.getLoginHint()));
    Set<String> requested = scopes.ofApis(request.getScope().toStringList());
    return OAuthReply.html(200, SignInPages.signIn(client, requested, id, current))
        .with("Set-Cookie", cookie(PENDING_COOKIE, browser, PENDING_LIFE));
  }

  /** One value for all tabs of a browser, so that several sign-ins can be open at once. */
  private static String browser(OAuthRequest http) {
    return Optional.ofNullable(http.cookies().get(PENDING_COOKIE))
        .filter(value -> S256_FORM.matcher(value).matches())
        .orElseGet(Secrets::random);
  }

  /** POST: the person has chosen a user, which signs in and consents, or has refused. */
  OAuthReply decided(OAuthRequest http) {
    String id =
        OAuthRequest.one(http.form(), "transaction")
            .orElseThrow(() -> ProtocolError.invalidRequest("transaction is missing"));
    Pending waiting =
        pending
            .get(id)
            .filter(p -> p.browser().equals(http.cookies().get(PENDING_COOKIE)))
            .orElseThrow(() -> ProtocolError.invalidRequest("this sign-in is over; start again"));
    pending.take(id);
    AuthenticationRequest request = waiting.request();
    DevClient client = current(waiting);
    Optional<DevUser> user = OAuthRequest.one(http.form(), "user").flatMap(DevUser::of);
    if (user.isEmpty()) {
      session(http).ifPresent(known -> sessions.withdrawConsent(known.user(), client.id()));
      Optional<String> state = Optional.ofNullable(request.getState()).map(Identifier::getValue);
      ErrorObject denied = OAuth2Error.ACCESS_DENIED.setDescription("the person has not consented");
      return refuse(request.getRedirectionURI(), denied, state);
    }
    Sessions.Session session =
        session(http)
            .filter(s -> s.user().equals(user.get()))
            .map(sessions::again)
            .orElseGet(() -> sessions.open(user.get()));
    Set<String> requested = scopes.ofApis(request.getScope().toStringList());
    sessions.consent(user.get(), client.id(), requested);
    return grant(request, client, session)
        .with("Set-Cookie", cookie(SESSION_COOKIE, sessions.cookieFor(session), Sessions.LIFE));
  }

  /** The client as it is now: a newer version may have other addresses and scopes. */
  private DevClient current(Pending waiting) {
    AuthenticationRequest request = waiting.request();
    return clients
        .find(waiting.client().id())
        .filter(client -> client.redirectsTo(request.getRedirectionURI()))
        .filter(client -> fault(request, client).isEmpty())
        .orElseThrow(() -> ProtocolError.invalidRequest("the app has changed; start again"));
  }

  static String cookie(String name, String value, Duration lifetime) {
    return "%s=%s; Path=/dev/identity; HttpOnly; SameSite=Lax; Max-Age=%d"
        .formatted(name, value, lifetime.toSeconds());
  }

  private OAuthReply grant(
      AuthenticationRequest request, DevClient client, Sessions.Session session) {
    String code =
        codes.issue(
            new AuthorizationCodes.Code(
                client.id(),
                request.getRedirectionURI(),
                Set.copyOf(request.getScope().toStringList()),
                Optional.ofNullable(request.getNonce()).map(Identifier::getValue),
                request.getCodeChallenge().getValue(),
                session.sid()));
    sessions.joined(session, client.id());
    return OAuthReply.redirect(
        new AuthorizationSuccessResponse(
                request.getRedirectionURI(),
                new AuthorizationCode(code),
                null,
                request.getState(),
                new Issuer(issuer),
                ResponseMode.QUERY)
            .toURI());
  }

  private OAuthReply refuse(URI redirect, ErrorObject error, Optional<String> state) {
    return OAuthReply.redirect(
        new AuthorizationErrorResponse(
                redirect,
                error,
                state.map(State::new).orElse(null),
                new Issuer(issuer),
                ResponseMode.QUERY)
            .toURI());
  }
}
