package io.glebe.api.http;

import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.config.Settings;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.netty.util.AsciiString;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the gateway: what is known of it before and after a route has been
 * found.
 */
final class Exchange {
  private static final Pattern NAMES = Pattern.compile(",? or |, ");

  /** What all requests share. */
  record Dependencies(Settings settings, ClientAddress clients, AllowedHosts hosts) {}

  private final HttpServerRequest request;
  private final Context context;
  private final AsciiString id;
  private final Dependencies dependencies;
  private final ServerTiming timing = new ServerTiming();
  private Optional<Route> route = Optional.empty();
  private Optional<Caller> caller = Optional.empty();
  private @Nullable LinkBuilder links;

  Exchange(HttpServerRequest request, Context context, AsciiString id, Dependencies dependencies) {
    this.request = request;
    this.context = context;
    this.id = id;
    this.dependencies = dependencies;
  }

  HttpServerRequest request() {
    return request;
  }

  Context context() {
    return context;
  }

  String id() {
    return id.toString();
  }

  /** What every answer carries. */
  void mark(HttpDate date) {
    MultiMap headers = request.response().headers();
    headers.add(RequestId.NAME, id);
    headers.add(HttpDate.NAME, date.now());
    if (request.isSSL()) {
      headers.add(Tls.STRICT, Tls.strict(dependencies.settings));
    }
  }

  /** Made when they are first asked for: answers without links need none. */
  LinkBuilder links() {
    LinkBuilder known = links;
    if (known == null) {
      Optional<Forwarding> forwarding = dependencies.clients.forwarding(request);
      known =
          LinkBuilder.of(
              request.isSSL(),
              dependencies.hosts.host(request, forwarding).orElse("localhost"),
              dependencies.settings,
              forwarding);
      links = known;
    }
    return known;
  }

  /** Where the request comes from, see {@link ClientAddress}. */
  InetAddress clientAddress() {
    return dependencies.clients.of(request);
  }

  /** Refuses what does not call the platform by a name of its own. */
  void checkHost() {
    dependencies.hosts.check(request, dependencies.clients.forwarding(request));
  }

  boolean isLocal() {
    return dependencies.clients.isLocal(request);
  }

  ServerTiming timing() {
    return timing;
  }

  void route(Route found) {
    route = Optional.of(found);
  }

  void caller(Caller found) {
    caller = Optional.of(found);
  }

  Optional<Caller> caller() {
    return caller;
  }

  /**
   * The refusal with the challenge of RFC 6750 where the scopes of the token, and not the rights of
   * its person, do not allow any of the permissions that the operation names.
   */
  Problem challenged(Problem problem) {
    boolean scopesLack =
        problem.type() == ProblemType.FORBIDDEN
            && caller.isPresent()
            && route.stream()
                .map(r -> r.operation().permission())
                .filter(text -> !text.isEmpty())
                .anyMatch(text -> NAMES.splitAsStream(text).noneMatch(this::inScope));
    return scopesLack
        ? problem.with("WWW-Authenticate", "Bearer realm=\"glebe\", error=\"insufficient_scope\"")
        : problem;
  }

  private boolean inScope(String permission) {
    return Permission.parse(permission)
        .map(p -> caller.orElseThrow().scope().allows(p))
        .orElse(true);
  }

  /** The template, for metrics and logs; never the raw path. */
  String template() {
    return route.map(Route::template).orElse("(none)");
  }

  Surface surface() {
    return route.map(Route::surface).orElse(Surface.ROOT);
  }

  boolean needsToken() {
    return route.map(r -> r.operation().guard().needsToken()).orElse(false);
  }
}
