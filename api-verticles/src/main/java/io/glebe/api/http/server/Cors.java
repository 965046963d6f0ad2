package io.glebe.api.http.server;

import io.glebe.api.http.Reply;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Set;

/**
 * Cross-origin calls: origins and methods are settings; credentials are never allowed, tokens
 * travel in a header.
 */
final class Cors {
  private static final String EXPOSED =
      "ETag, Content-Crs, Link, Location, Server-Timing, X-Request-Id, Retry-After,"
          + " Content-Disposition, Content-Range, Accept-Ranges, Allow, WWW-Authenticate, RateLimit,"
          + " RateLimit-Policy, Accept-Patch, Glebe-Overridden, Glebe-Unknown-Attributes,"
          + " Upload-Offset, Upload-Length";
  private static final String HEADERS =
      "Authorization, Content-Type, Accept, If-Match, If-None-Match, If-Range, Range,"
          + " Change-Reason, Processing-Job-Id, Prefer, Last-Event-ID, X-Dtype, X-Request-Id,"
          + " Glebe-Known-Version, Upload-Offset, traceparent, tracestate";

  /** Two hours, the most that browsers keep. */
  private static final String PREFLIGHT_SECONDS = "7200";

  private final Set<String> origins;
  private final List<String> methods;

  Cors(Settings settings) {
    origins = Set.copyOf(settings.get(HttpSettings.CORS_ORIGINS));
    methods = settings.get(HttpSettings.CORS_METHODS);
  }

  static boolean isPreflight(HttpServerRequest request) {
    return request.method().equals(HttpMethod.OPTIONS)
        && request.headers().contains("Origin")
        && request.headers().contains("Access-Control-Request-Method");
  }

  /** Adds the headers of every response to an allowed origin. */
  void mark(HttpServerRequest request) {
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin == null || !allows(origin)) {
      return;
    }
    HttpServerResponse response = request.response();
    if (origins.contains("*")) {
      response.putHeader("Access-Control-Allow-Origin", "*");
    } else {
      response.putHeader("Access-Control-Allow-Origin", origin); // Vary always has Origin
    }
    response.putHeader("Access-Control-Expose-Headers", EXPOSED);
  }

  private boolean allows(String origin) {
    return origins.contains("*") || origins.contains(origin);
  }

  /**
   * The response to a preflight; without the allowing headers for an origin that is not allowed.
   */
  Reply preflight(HttpServerRequest request) {
    Reply reply =
        Reply.noContent()
            .header(
                "Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
    if (allows(request.getHeader("Origin"))) {
      reply
          .header("Access-Control-Allow-Methods", String.join(", ", methods))
          .header("Access-Control-Allow-Headers", HEADERS)
          .header("Access-Control-Max-Age", PREFLIGHT_SECONDS);
    }
    return reply;
  }
}
