package io.glebe.api.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Routes of the console's session. They are public because each route checks the cookie itself. */
final class SessionRoutes {
  private static final String SESSION = "/console/session";
  private static final String ABSENT = "absent";
  private static final String EMPTY = "empty";
  private static final int MAX_FORM_BYTES = 64 * 1024;

  private final ConsoleSessions sessions;
  private final SignInFlow signIn;
  private final SignOutFlow signOut;
  private final Offers offers;

  /**
   * What the pages of this platform have.
   *
   * @param services whether there is a service registry, so that the console has its page
   * @param basemap the configured base map
   */
  record Offers(boolean services, Optional<Basemap> basemap) {}

  SessionRoutes(ConsoleSessions sessions, SignInFlow signIn, SignOutFlow signOut, Offers offers) {
    this.offers = offers;
    this.sessions = sessions;
    this.signIn = signIn;
    this.signOut = signOut;
  }

  void contribute(RouteTable.Builder routes) {
    routes
        .get(
            Surface.ROOT,
            SESSION,
            operation("consoleSession", "Who is signed in", this::show)
                .takes(
                    Parameter.query(
                        ABSENT, "empty: 204 where nobody is signed in", Schemas.word(EMPTY))))
        .delete(Surface.ROOT, SESSION, operation("consoleSignOut", "Signs out", signOut::end))
        .get(
            Surface.ROOT,
            SignInFlow.LOGIN,
            operation("consoleSignIn", "Begins a sign-in", signIn::begin)
                .takes(
                    Parameter.query("return", "the page to go on to", Schemas.text()),
                    Parameter.query(
                        "prompt", "asks again for consent", Schemas.word(SignInFlow.CONSENT))))
        .get(
            Surface.ROOT,
            SignInFlow.CALLBACK,
            operation("consoleSignedIn", "Ends a sign-in", signIn::finish)
                .takes(Parameter.ignored()))
        .get(
            Surface.ROOT,
            SignOutFlow.ENDED,
            operation("consoleSignedOut", "Goes on to the provider's sign-out", signOut::ended)
                .takes(Parameter.query("ticket", "given at the sign-out", Schemas.text())))
        .post(
            Surface.ROOT,
            SESSION + "/backchannel-logout",
            operation("consoleBackChannelLogout", "Takes a logout token", signOut::backChannel)
                .body(Body.bytes("application/x-www-form-urlencoded").upTo(MAX_FORM_BYTES))
                .takes(Parameter.ignored()));
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    Endpoint onLoop = request -> LoopLocal.onCallerLoop(endpoint.handle(request));
    return Operation.of(id, summary, Guard.PUBLIC, onLoop).tag("console");
  }

  /**
   * {@code ?absent=empty} answers 204 instead of 401: browsers log every 401 of a page as an error.
   */
  private Future<Reply> show(ApiRequest request) {
    return SessionCookies.session(request.raw())
        .map(sessions::find)
        .orElse(Future.succeededFuture(Optional.empty()))
        .map(current -> shown(request, current));
  }

  private Reply shown(ApiRequest request, Optional<ConsoleSession> current) {
    if (current.isEmpty() && request.params().choice(ABSENT, List.of(EMPTY)).isPresent()) {
      return Reply.noContent().cache("no-store");
    }
    ConsoleSession session =
        current.orElseThrow(
            () -> SessionAuthenticator.withLogin("nobody is signed in at the console"));
    SameOriginPages.require(request.raw(), session);
    ObjectNode json = Json.object().put("user", session.person().name());
    json.put("subject", session.person().subject());
    json.put("csrf", session.csrf()).put("services", offers.services());
    offers.basemap().ifPresent(map -> json.set("basemap", map.json()));
    return Reply.json(json).cache("no-store");
  }
}
