package io.glebe.api.http.log;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.trace.Span;
import io.glebe.core.trace.Tracing;
import io.glebe.zarr.store.WorkCause;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts, times and logs requests per route template. The raw path, the query, the headers and the
 * caller are not recorded. Thread-safe.
 */
public final class RequestLog {
  private static final Logger ACCESS = LoggerFactory.getLogger("io.glebe.access");
  private static final Logger SLOW = LoggerFactory.getLogger("io.glebe.slow");
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * Stands for the status of a request whose connection ended before its response began: the client
   * left, or the stop of the process did not wait longer.
   */
  public static final int CUT = 499;

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
  private final Tracing tracing;
  private final boolean logs;
  private final long slowNanos;
  private final LongAdder open = new LongAdder();
  private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

  /** Without traces. */
  public RequestLog(MeterRegistry registry, Settings settings) {
    this(registry, settings, Tracing.off());
  }

  public RequestLog(MeterRegistry registry, Settings settings, Tracing tracing) {
    this.registry = registry;
    this.tracing = tracing;
    this.logs = settings.get(HttpSettings.ACCESS_LOG);
    this.slowNanos = settings.get(HttpSettings.SLOW_REQUEST).toNanos();
    Gauge.builder(MeterNames.HTTP_UNDER_WAY, open, Number::doubleValue)
        .description("requests without an answer yet")
        .register(registry);
  }

  /** Number of requests that have not been answered yet. */
  public int underWay() {
    return open.intValue();
  }

  /** Counts a request that has arrived. */
  public void started() {
    open.increment();
  }

  /** Whether requests may be traced. */
  public boolean traces() {
    return tracing.isOn();
  }

  /**
   * Starts the span of a request, if it is traced; {@link #finished} ends it.
   *
   * @param header gives the first value of a header, or null
   */
  public void trace(ServerTiming timing, UnaryOperator<@Nullable String> header) {
    tracing.arrived(Span.Kind.SERVER, "request", header).ifPresent(timing::traced);
  }

  /**
   * An answered request.
   *
   * @param template of the route, never the raw path
   * @param bytes of the body
   * @param sent whether the whole response was sent
   */
  public record Answered(
      String method, String template, int status, long bytes, CharSequence id, boolean sent) {}

  /** Counts and logs a request whose response has ended. */
  public void finished(Answered answered, ServerTiming timing) {
    open.decrement();
    long nanos = timing.elapsed();
    String method = label(answered.method);
    timers
        .computeIfAbsent(new Key(method, answered.template, answered.status), this::timer)
        .record(nanos, TimeUnit.NANOSECONDS);
    Optional<Span> span = traces() ? timing.span() : Optional.empty();
    if (span.isEmpty()) {
      log(answered, timing, method, nanos);
    } else {
      WorkCause.run(
          span,
          () -> {
            log(answered, timing, method, nanos);
            return null;
          });
      end(span.get(), answered, method);
    }
  }

  private void log(Answered answered, ServerTiming timing, String method, long nanos) {
    if (logs && ACCESS.isInfoEnabled()) {
      ACCESS.info(
          "{} {} {} {} ms {} bytes id={}{}",
          method,
          answered.template,
          answered.status,
          millis(nanos),
          answered.bytes,
          answered.id,
          answered.sent ? "" : " broken off");
    }
    if (slowNanos > 0 && nanos >= slowNanos && timing.answered() >= slowNanos) {
      SLOW.warn(
          "slow request, {} ms: {} {} {} ({}) id={}",
          millis(timing.answered()),
          method,
          answered.template,
          answered.status,
          timing.stages(),
          answered.id);
    }
  }

  private static void end(Span span, Answered answered, String method) {
    span.name(method + " " + answered.template);
    span.set("http.request.method", method)
        .set("http.route", answered.template)
        .set("http.response.status_code", answered.status)
        .set("http.response.body.size", answered.bytes)
        .set("glebe.request.id", answered.id.toString());
    if (answered.status >= CUT) {
      span.fail(answered.status == CUT ? "the client left" : "");
    }
    span.end();
  }

  private static double millis(long nanos) {
    return Math.round(nanos / NANOS_PER_MILLI * 10) / 10.0;
  }

  /** The method as a label of metrics; a client must not create labels. */
  private static String label(String method) {
    return switch (method) {
      case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" -> method;
      default -> "other";
    };
  }

  private Timer timer(Key key) {
    return Timer.builder(MeterNames.HTTP_REQUESTS)
        .description("duration of requests")
        .tag("method", key.method)
        .tag("route", key.template)
        .tag("status", Integer.toString(key.status))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
