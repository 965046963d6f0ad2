package io.glebe.api.http.server;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Exchange;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequestTarget;
import io.glebe.api.http.Surface;
import io.glebe.api.http.guard.Authenticator;
import io.glebe.api.http.guard.FreshAuthenticator;
import io.glebe.core.access.Caller;
import io.glebe.core.config.Settings;
import io.glebe.core.config.ViewerSettings;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/**
 * Finds the caller of a request, with what viewers may have in place of a header: a token in the
 * query, or nothing at all for public collections. Both work for pictures only; elsewhere such a
 * token is refused, so that it appears in no link and no error.
 */
final class ViewerAccess {
  private final Authenticator authenticator;
  private final String sharedCaching;

  ViewerAccess(Authenticator authenticator, Settings settings) {
    this.authenticator = authenticator;
    this.sharedCaching = ViewerSettings.sharedCaching(settings);
  }

  /** The caller; fails with 400 for two credentials, and with 401. */
  Future<Caller> caller(Exchange exchange, RequestTarget target) {
    HttpServerRequest request = exchange.request();
    Operation operation = target.route().operation();
    String audience = operation.guard().audience();
    if (!operation.ofViewers()) {
      return authenticator.authenticate(request, audience);
    }
    Optional<String> token = target.params().credential();
    if (token.isEmpty() && authenticator.isIdentified(request)) {
      return authenticator.authenticate(request, audience);
    }
    if (token.isEmpty()) {
      return authenticator.isOutdated()
          ? FreshAuthenticator.refused()
          : Future.succeededFuture(Caller.anonymous());
    }
    if (request.headers().contains("Authorization")) {
      throw Problem.malformed("a request has a token in its header or in its query, not in both");
    }
    return authenticator.authenticateViewer(request, token.get());
  }

  /** Refuses a token for viewers where there are no pictures. */
  static void refuseElsewhere(RequestTarget target) {
    if (!target.route().operation().ofViewers()
        && !target.route().surface().equals(Surface.ROOT)
        && target.params().credential().isPresent()) {
      throw Problem.malformedParameter("access_token", "is for pictures of collections only");
    }
  }

  /** The reply with what caches and browsers may do with it. */
  Reply marked(ApiRequest request, Reply reply) {
    if (reply.isReady() || !request.operation().ofViewers()) {
      return reply;
    }
    if (request.caller().isAnonymous()) {
      reply.cache(sharedCaching);
    } else if (request.caller().isViewer()) {
      reply.header("Referrer-Policy", "no-referrer");
    }
    return reply;
  }
}
