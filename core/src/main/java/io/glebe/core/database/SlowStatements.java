package io.glebe.core.database;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.thread.Cause;
import io.glebe.zarr.store.WorkCause;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.spi.VertxTracerFactory;
import io.vertx.core.spi.tracing.SpanKind;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingOptions;
import io.vertx.core.tracing.TracingPolicy;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the statements of all database connections that take longer than a setting, with the plan of
 * the statement: without its parameters, which may be personal data, so the plan is that for any
 * parameters ({@code EXPLAIN (GENERIC_PLAN)}). One text has one line in {@value #PAUSE_SECONDS}
 * seconds. Sees the statements as the tracer of Vert.x. Thread-safe.
 */
public final class SlowStatements
    implements VertxTracerFactory, VertxTracer<Object, SlowStatements.Running> {
  private static final Logger LOG = LoggerFactory.getLogger(SlowStatements.class);

  /** The operation and the tag by which the SQL client names a statement. */
  private static final String OPERATION = "Query";

  private static final String TEXT = "db.query.text";

  static final int PAUSE_SECONDS = 10;
  private static final int MAX_TEXTS = 500;
  private static final Duration PAUSE = Duration.ofSeconds(PAUSE_SECONDS);
  private static final Pattern SPACE = Pattern.compile("\\s+");

  /** One statement that has a plan. A second one behind a semicolon would be executed. */
  private static final Pattern EXPLAINED =
      Pattern.compile("\\s*(select|insert|update|delete|merge|with)\\b[^;]*");

  private final long limitNanos;
  private final Cache<String, String> reported =
      Caffeine.newBuilder().maximumSize(MAX_TEXTS).expireAfterWrite(PAUSE).build();
  private volatile @Nullable Database database;

  private SlowStatements(Duration limit) {
    this.limitNanos = limit.toNanos();
  }

  /** With the limit of the settings; zero logs nothing. */
  public static SlowStatements of(Settings settings) {
    return new SlowStatements(settings.get(StorageSettings.SLOW_STATEMENT));
  }

  /** Whether anything is logged. */
  public boolean isOn() {
    return limitNanos > 0;
  }

  /** Has plans read from this database from now on. */
  public void explainIn(Database open) {
    database = open;
  }

  /**
   * A statement that has been sent.
   *
   * @param text gives its text
   * @param from nanoseconds
   * @param cause of the statement, whose trace the line in the log names
   */
  record Running(Supplier<@Nullable String> text, long from, Optional<Object> cause) {}

  @Override
  public VertxTracer<?, ?> tracer(@Nullable TracingOptions options) {
    return this;
  }

  @Override
  public <R> @Nullable Running sendRequest(
      Context context,
      SpanKind kind,
      TracingPolicy policy,
      R request,
      String operation,
      BiConsumer<String, String> headers,
      TagExtractor<R> tags) {
    return operation.equals(OPERATION)
        ? new Running(() -> tags.extract(request).get(TEXT), System.nanoTime(), Cause.here())
        : null;
  }

  @Override
  public <R> void receiveResponse(
      Context context,
      @Nullable R response,
      @Nullable Running running,
      @Nullable Throwable failure,
      TagExtractor<R> tags) {
    if (running != null && System.nanoTime() - running.from >= limitNanos) {
      String text = running.text.get();
      if (text != null) {
        report(text, running, failure != null);
      }
    }
  }

  private void report(String text, Running running, boolean failed) {
    long nanos = System.nanoTime() - running.from;
    String line = SPACE.matcher(text).replaceAll(" ").strip();
    if (reported.asMap().putIfAbsent(line, "") != null) {
      return;
    }
    String time =
        String.format(Locale.ROOT, "%,d ms", TimeUnit.NANOSECONDS.toMillis(nanos))
            + (failed ? ", failed" : "");
    plan(text)
        .onComplete(
            plan ->
                WorkCause.run(
                    running.cause,
                    () -> {
                      if (plan.succeeded()) {
                        LOG.warn("slow statement, {}: {}\n{}", time, line, plan.result());
                      } else {
                        LOG.warn("slow statement, {}: {}", time, line);
                      }
                      return null;
                    }));
  }

  /** The plan, one line for each step; fails where there is none. */
  private Future<String> plan(String text) {
    Database open = database;
    if (open == null || !EXPLAINED.matcher(text.toLowerCase(Locale.ROOT)).matches()) {
      return Future.failedFuture("this statement has no plan");
    }
    return open.pool(Purpose.BACKGROUND)
        .query("explain (generic_plan) " + text)
        .execute()
        .map(SlowStatements::lines);
  }

  private static String lines(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(row -> row.getString(0))
        .collect(Collectors.joining("\n"));
  }
}
