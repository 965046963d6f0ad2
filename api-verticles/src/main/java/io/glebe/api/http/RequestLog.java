package io.glebe.api.http;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts, times and logs requests per route template. Nothing of the raw path, the query, the
 * headers or the caller is kept. Thread-safe.
 */
public final class RequestLog {
  private static final Logger ACCESS = LoggerFactory.getLogger("io.glebe.access");
  private static final double NANOS_PER_MILLI = 1e6;
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(20),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5)
  };

  private record Key(String method, String template, int status) {}

  private final MeterRegistry registry;
  private final boolean logs;
  private final LongAdder underWay = new LongAdder();
  private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

  public RequestLog(MeterRegistry registry, Settings settings) {
    this.registry = registry;
    this.logs = settings.get(HttpSettings.ACCESS_LOG);
    registry.gauge(MeterNames.HTTP_UNDER_WAY, underWay);
  }

  /** Requests that have not been answered yet. */
  public int underWay() {
    return underWay.intValue();
  }

  void started() {
    underWay.increment();
  }

  /**
   * What is told of a request.
   *
   * @param template of the route, never the raw path
   * @param bytes of the body
   */
  record Answered(
      String method, String template, int status, long bytes, CharSequence id, boolean sent) {}

  void finished(Exchange exchange, boolean sent) {
    HttpServerResponse response = exchange.request().response();
    finished(
        new Answered(
            known(exchange.request().method().name()),
            exchange.template(),
            response.getStatusCode(),
            response.bytesWritten(),
            exchange.id(),
            sent),
        exchange.timing());
  }

  void finished(Answered answered, ServerTiming timing) {
    underWay.decrement();
    long nanos = timing.elapsed();
    timers
        .computeIfAbsent(new Key(answered.method, answered.template, answered.status), this::timer)
        .record(nanos, TimeUnit.NANOSECONDS);
    if (logs && ACCESS.isInfoEnabled()) {
      ACCESS.info(
          "{} {} {} {} ms {} bytes id={}{}",
          answered.method,
          answered.template,
          answered.status,
          Math.round(nanos / NANOS_PER_MILLI * 10) / 10.0,
          answered.bytes,
          answered.id,
          answered.sent ? "" : " broken off");
    }
  }

  /** Methods of the client's invention must not become labels. */
  private static String known(String method) {
    return switch (method) {
      case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" -> method;
      default -> "other";
    };
  }

  private Timer timer(Key key) {
    return Timer.builder(MeterNames.HTTP_REQUESTS)
        .tag("method", key.method)
        .tag("route", key.template)
        .tag("status", Integer.toString(key.status))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
