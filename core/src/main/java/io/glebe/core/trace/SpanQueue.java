package io.glebe.core.trace;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ended spans that wait for their export, at most {@value #CAPACITY}. The thread that ends a
 * span never waits: when the queue is full the span is dropped and counted. Another thread exports
 * groups, twice a second or when {@value #GROUP} spans wait.
 */
final class SpanQueue implements SpanProcessor {
  static final int CAPACITY = 8192;
  static final int GROUP = 512;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long EXPORT_SECONDS = 15;
  private static final long CLOSING_MILLIS = 5_000;
  private static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final Logger LOG = LoggerFactory.getLogger(SpanQueue.class);

  /** The end of a span. */
  enum Outcome {
    /** The collector has received it. */
    EXPORTED,
    /** The queue was full. */
    DROPPED,
    /** The collector could not be reached or refused it. */
    FAILED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final SpanExporter exporter;
  private final BlockingQueue<SpanData> waiting = new ArrayBlockingQueue<>(CAPACITY);
  private final Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);
  private final Thread thread;
  private volatile boolean closed;
  private long nextWarning = System.nanoTime();

  SpanQueue(SpanExporter exporter) {
    this.exporter = exporter;
    for (Outcome outcome : Outcome.values()) {
      counts.put(outcome, new LongAdder());
    }
    java.util.logging.Logger.getLogger("io.opentelemetry.exporter")
        .setLevel(java.util.logging.Level.OFF); // failures are logged here
    thread = Thread.ofPlatform().daemon().name("traces").start(this::run);
  }

  long count(Outcome outcome) {
    return of(outcome).sum();
  }

  private LongAdder of(Outcome outcome) {
    return Objects.requireNonNull(counts.get(outcome), "each outcome has a count");
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    if (!span.getSpanContext().isSampled()) {
      return;
    }
    if (closed || !waiting.offer(span.toSpanData())) {
      of(Outcome.DROPPED).increment();
    } else if (waiting.size() >= GROUP) {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(PAUSE_NANOS);
      export();
    }
    export();
  }

  private void export() {
    List<SpanData> group = new ArrayList<>();
    while (waiting.drainTo(group, GROUP) > 0) {
      boolean received = received(group);
      of(received ? Outcome.EXPORTED : Outcome.FAILED).add(group.size());
      group = new ArrayList<>();
    }
  }

  private boolean received(List<SpanData> group) {
    Throwable failure = null;
    try {
      CompletableResultCode result = exporter.export(group).join(EXPORT_SECONDS, TimeUnit.SECONDS);
      if (result.isSuccess()) {
        return true;
      }
      failure = result.getFailureThrowable();
    } catch (RuntimeException e) { // the next group may be received
      failure = e;
    }
    if (System.nanoTime() - nextWarning >= 0) {
      nextWarning = System.nanoTime() + WARNING_NANOS;
      LOG.warn(
          "traces cannot be exported: {}",
          failure == null ? "the collector does not answer" : failure.getMessage());
    }
    return false;
  }

  /** Exports the rest; waits for a limited time. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSING_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exporter.shutdown();
  }
}
