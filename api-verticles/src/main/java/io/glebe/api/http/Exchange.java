package io.glebe.api.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/**
 * One request on its way through the gateway: what is known of it before and after a route has been
 * found.
 */
final class Exchange {
  private final HttpServerRequest request;
  private final Context context;
  private final String id;
  private final Links links;
  private final ServerTiming timing = new ServerTiming();
  private Optional<Route> route = Optional.empty();

  Exchange(HttpServerRequest request, Context context, String id, Links links) {
    this.request = request;
    this.context = context;
    this.id = id;
    this.links = links;
  }

  HttpServerRequest request() {
    return request;
  }

  Context context() {
    return context;
  }

  String id() {
    return id;
  }

  Links links() {
    return links;
  }

  ServerTiming timing() {
    return timing;
  }

  void route(Route found) {
    route = Optional.of(found);
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
