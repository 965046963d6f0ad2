package io.glebe.core.trace;

import io.glebe.core.thread.Cause;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A timed part of a traced request or message. Thread-safe. Times are read from one clock per
 * trace, so parts never begin before their parents.
 */
public final class Span {
  /** Parts of one trace in this process; further ones are left out. */
  static final int MAX_PARTS = 500;

  /** Characters of a value. */
  private static final int MAX_CHARACTERS = 2000;

  /** What others do for the part, or whom it serves. */
  public enum Kind {
    SERVER,
    CONSUMER,
    CLIENT,
    INTERNAL
  }

  private final Tracer tracer;
  private final io.opentelemetry.api.trace.Span span;

  /** Nanoseconds since 1970 when {@link System#nanoTime} is zero. */
  private final long epoch;

  private final AtomicInteger left;

  private Span(
      Tracer tracer, io.opentelemetry.api.trace.Span span, long epoch, AtomicInteger left) {
    this.tracer = tracer;
    this.span = span;
    this.epoch = epoch;
    this.left = left;
  }

  /** The first span of a trace in this process; empty where the trace is not exported. */
  static Optional<Span> first(Tracer tracer, Context parent, Kind kind, String name) {
    Instant now = Instant.now();
    long start = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    var span =
        tracer
            .spanBuilder(name)
            .setParent(parent)
            .setSpanKind(SpanKind.valueOf(kind.name()))
            .setStartTimestamp(start, TimeUnit.NANOSECONDS)
            .startSpan();
    return span.getSpanContext().isSampled()
        ? Optional.of(
            new Span(tracer, span, start - System.nanoTime(), new AtomicInteger(MAX_PARTS)))
        : Optional.empty();
  }

  /** The span of the work that runs now. */
  public static Optional<Span> current() {
    return Cause.here().filter(Span.class::isInstance).map(Span.class::cast);
  }

  /** Runs work as a part of the span of now, if there is one. */
  public static <T> Future<T> during(Kind kind, String name, Supplier<Future<T>> work) {
    Optional<Span> parent = current();
    return parent.isEmpty() ? work.get() : parent.get().child(kind, name).around(work);
  }

  /**
   * Runs work that several callers share: as a part of the span of the first that is traced, with
   * links to the others; without a span if none is.
   */
  public static <T> Future<T> shared(
      String name, List<Optional<Span>> callers, Supplier<Future<T>> work) {
    List<Span> traced = callers.stream().flatMap(Optional::stream).toList();
    return traced.isEmpty()
        ? Cause.during(Optional.empty(), work)
        : traced
            .getFirst()
            .child(Kind.INTERNAL, name, traced.subList(1, traced.size()))
            .around(work);
  }

  /** Starts a part of this one. */
  public Span child(Kind kind, String name) {
    return child(kind, name, List.of());
  }

  /**
   * Starts a part of this one that works for other traces, too.
   *
   * @param others spans of those
   */
  public Span child(Kind kind, String name, List<Span> others) {
    return started(kind, name, others, System.nanoTime());
  }

  private Span started(Kind kind, String name, List<Span> others, long nanoTime) {
    if (left.getAndDecrement() <= 0) {
      var none = io.opentelemetry.api.trace.Span.wrap(span.getSpanContext());
      return new Span(tracer, none, epoch, left);
    }
    SpanBuilder builder =
        tracer
            .spanBuilder(name)
            .setParent(Context.root().with(span))
            .setSpanKind(SpanKind.valueOf(kind.name()))
            .setStartTimestamp(epoch + nanoTime, TimeUnit.NANOSECONDS);
    others.forEach(other -> builder.addLink(other.span.getSpanContext()));
    return new Span(tracer, builder.startSpan(), epoch, left);
  }

  /**
   * Adds a part that has ended.
   *
   * @param from as {@link System#nanoTime}
   */
  public void part(String name, long from, long to) {
    Span part = started(Kind.INTERNAL, name, List.of(), from);
    part.span.end(epoch + to, TimeUnit.NANOSECONDS);
  }

  /** As {@link #part} of a call to another program. */
  public void call(String name, long from, long to, boolean failed) {
    Span part = started(Kind.CLIENT, name, List.of(), from);
    if (failed) {
      part.fail("");
    }
    part.span.end(epoch + to, TimeUnit.NANOSECONDS);
  }

  /** Runs work within this span and ends it with the work. */
  public <T> Future<T> around(Supplier<Future<T>> work) {
    Future<T> running;
    try {
      running = Cause.during(Optional.of(this), work);
    } catch (RuntimeException | Error e) {
      end(e);
      throw e;
    }
    return running.onComplete(done -> end(done.cause()));
  }

  /** Sets the name, which has no ids and no values. */
  public void name(String name) {
    span.updateName(name);
  }

  /** Sets a value that says nothing about persons. */
  public Span set(String key, String value) {
    span.setAttribute(
        key, value.length() > MAX_CHARACTERS ? value.substring(0, MAX_CHARACTERS) : value);
    return this;
  }

  /** Sets a number. */
  public Span set(String key, long value) {
    span.setAttribute(key, value);
    return this;
  }

  /** Marks the span as failed. */
  public void fail(String reason) {
    span.setStatus(StatusCode.ERROR, reason);
  }

  /** Ends the span. */
  public void end() {
    span.end(epoch + System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /** Ends the span, failed if there is a failure. */
  public void end(@Nullable Throwable failure) {
    if (failure != null) {
      fail(failure.getClass().getSimpleName());
    }
    end();
  }

  /** 32 hexadecimal digits. */
  public String traceId() {
    return span.getSpanContext().getTraceId();
  }

  /** The value of the header {@code traceparent} for parts in other processes. */
  public String traceparent() {
    SpanContext context = span.getSpanContext();
    return "00-" + context.getTraceId() + "-" + context.getSpanId() + "-01";
  }
}
