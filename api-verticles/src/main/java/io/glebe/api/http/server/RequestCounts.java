package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.guard.RateLimits;
import io.glebe.core.access.Caller;
import io.glebe.core.admission.ByteRates;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.MultiMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the requests and the bytes of callers, or of client addresses for requests of nobody. */
record RequestCounts(RateLimits limits, ByteRates byteRates) {
  private static final List<String> REFUSED = List.of(RateLimits.REFUSED);

  static RequestCounts of(Settings settings) {
    return new RequestCounts(
        RateLimits.of(settings),
        new ByteRates(settings.get(HttpSettings.BYTE_RATE), settings.get(HttpSettings.BYTE_BURST)));
  }

  /** Counts a request of a caller; fails with 429 over the limit. */
  void of(Exchange exchange, Caller caller) {
    if (caller.isAnonymous()) {
      ofAddress(exchange);
    } else if (!exchange.count()) {
      count(exchange, limits.of(exchange.limitNames(), caller));
      exchange.limitBytes(byteRates.of(caller.subjectId()));
    }
  }

  /** Counts a request without a caller; fails with 429 over the limit. */
  void ofAddress(Exchange exchange) {
    if (exchange.count()) {
      return;
    }
    if (limits.isOn()) {
      count(exchange, limits.of(exchange.limitNames(), exchange.clientAddress()));
    }
    if (byteRates.isOn()) {
      exchange.limitBytes(byteRates.of(exchange.clientAddress()));
    }
  }

  /**
   * Counts a request that is refused before its caller is known, such as 401, 404 and 405.
   *
   * @return the refusal, or that of the limit
   */
  Problem refused(Exchange exchange, Problem refusal) {
    if (exchange.caller().isEmpty() && limits.isOn() && isOfClient(refusal)) {
      RateLimits.Bucket bucket = limits.of(REFUSED, exchange.clientAddress());
      exchange.pausesConnection(bucket != null && !bucket.take());
    }
    try {
      ofAddress(exchange);
      return refusal;
    } catch (Problem over) {
      return over;
    }
  }

  /** Whether the request is wrong, and the platform is not busy. */
  private static boolean isOfClient(Problem refusal) {
    return refusal.status() < ProblemType.TOO_MANY_REQUESTS.status()
        && refusal.type() != ProblemType.REQUEST_TIMEOUT;
  }

  /**
   * Counts the request, adds the headers of the rate limit, and refuses with 429 over the limit.
   */
  private static void count(Exchange exchange, RateLimits.@Nullable Bucket bucket) {
    if (bucket == null) {
      return;
    }
    boolean letIn = bucket.take();
    MultiMap headers = exchange.request().response().headers();
    headers.set(RateLimits.POLICY, bucket.policy());
    headers.set(RateLimits.LIMIT, bucket.state());
    if (!letIn) {
      throw bucket.refusal();
    }
  }
}
