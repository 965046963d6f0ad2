package io.glebe.api.devidentity;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The routes of the development identity. All are public, and errors have the form of OAuth. */
public final class DevelopmentIdentityArea implements ApiArea {
  /** The name of the area in {@code GLEBE_AREAS}. */
  static final String NAME = "development-identity";

  private static final int MAX_FORM_BYTES = 64 * 1024;
  private static final Body FORM =
      Body.bytes("application/x-www-form-urlencoded").upTo(MAX_FORM_BYTES);

  /** Errors that a wrong code, refresh token or assertion causes. */
  private static final Set<String> GUESSED = Set.of("invalid_grant", "invalid_client");

  private final DevelopmentIdentity identity;

  public DevelopmentIdentityArea(DevelopmentIdentity identity) {
    this.identity = identity;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    get(
        routes,
        "/.well-known/openid-configuration",
        "openidConfiguration",
        http -> document(identity.metadata()));
    get(routes, "/jwks", "jwks", http -> document(identity.jwks()));
    get(routes, "/authorize", "authorize", page(identity.authorization()::authorize));
    post(routes, "/authorize", "authorizeDecision", page(identity.authorization()::decided));
    post(routes, "/token", "token", token(identity.token()::token));
    get(routes, "/end_session", "endSession", page(identity.signOut()::confirm));
    post(
        routes,
        "/end_session",
        "endSessionConfirmed",
        page(http -> identity.signOut().end(http, http.form())));
  }

  private static OAuthReply document(String json) {
    return OAuthReply.json(200, json);
  }

  private void get(
      RouteTable.Builder routes,
      String path,
      String id,
      Function<OAuthRequest, OAuthReply> handler) {
    routes.get(Surface.ROOT, DevelopmentIdentity.PATH + path, operation(id, handler));
  }

  private void post(
      RouteTable.Builder routes,
      String path,
      String id,
      Function<OAuthRequest, OAuthReply> handler) {
    routes.post(Surface.ROOT, DevelopmentIdentity.PATH + path, operation(id, handler).body(FORM));
  }

  private static Operation operation(String id, Function<OAuthRequest, OAuthReply> handler) {
    Endpoint endpoint =
        request -> {
          OAuthRequest plain = plain(request);
          return OffLoop.run(() -> reply(handler.apply(plain)));
        };
    return Operation.of(id, "Development identity: " + id, Guard.PUBLIC, endpoint)
        .tag("identity")
        .takes(Parameter.ignored());
  }

  /** Errors of the sign-in page are HTML for a person; an address with many errors is throttled. */
  private Function<OAuthRequest, OAuthReply> page(Function<OAuthRequest, OAuthReply> handler) {
    return http -> {
      try {
        return handler.apply(http);
      } catch (ProtocolError e) {
        identity.throttle().failedOrRefused(FailureThrottle.Kind.SIGN_IN, http.source());
        return OAuthReply.html(400, SignInPages.fault(e.error().getDescription()));
      }
    };
  }

  /**
   * Errors of the token endpoint are JSON for a program; a client that guesses codes is throttled.
   */
  private Function<OAuthRequest, OAuthReply> token(Function<OAuthRequest, OAuthReply> handler) {
    return http -> {
      String client = OAuthRequest.one(http.form(), "client_id").orElse("");
      identity
          .throttle()
          .refusal(FailureThrottle.Kind.CODE, http.source(), client)
          .ifPresent(
              slowed -> {
                throw slowed;
              });
      try {
        OAuthReply reply = handler.apply(http);
        identity.throttle().succeeded(FailureThrottle.Kind.CODE, http.source(), client);
        return reply;
      } catch (ProtocolError e) {
        if (GUESSED.contains(e.error().getCode()) && http.authorization().isEmpty()) {
          identity.throttle().failed(FailureThrottle.Kind.CODE, http.source(), client);
        }
        return OAuthReply.error(e.error());
      }
    };
  }

  private static OAuthRequest plain(ApiRequest request) {
    return new OAuthRequest(
        parameters(Optional.ofNullable(request.raw().query()).orElse("")),
        parameters(request.body().toString(StandardCharsets.UTF_8)),
        request.header("Authorization"),
        cookies(request),
        FailureThrottle.source(request.clientAddress()),
        isForeignPage(request));
  }

  /** Whether a browser sends this for a page of another origin. */
  private static boolean isForeignPage(ApiRequest request) {
    String own = request.links().to(Surface.ROOT, "");
    boolean elsewhere =
        request.header("Origin").filter(o -> !(own + "/").startsWith(o + "/")).isPresent();
    return elsewhere || request.header("Sec-Fetch-Site").filter("cross-site"::equals).isPresent();
  }

  private static Map<String, List<String>> parameters(String encoded) {
    return encoded.isEmpty() ? Map.of() : URLUtils.parseParameters(encoded);
  }

  private static Map<String, String> cookies(ApiRequest request) {
    Map<String, String> cookies = new HashMap<>();
    for (Cookie cookie : request.raw().cookies()) {
      cookies.put(cookie.getName(), cookie.getValue());
    }
    return cookies;
  }

  private static Reply reply(OAuthReply plain) {
    String type = plain.headers().getOrDefault("Content-Type", "text/plain");
    Reply reply = Reply.text(plain.status(), type, plain.body()).cache("no-store");
    plain.headers().forEach(reply::header);
    return reply;
  }
}
