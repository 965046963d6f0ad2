package io.glebe.api.http.log;

import io.glebe.api.http.header.Ascii;
import io.glebe.core.trace.Span;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stages of one request, shown in the header Server-Timing. Written by the request's event loop
 * and by threads that pass results to it.
 */
public final class ServerTiming {
  private static final int MAX_STAGES = 16;
  private static final long NANOS_PER_HUNDREDTH = 10_000;

  /** Approximate number of characters of a stage. */
  private static final int LENGTH = 24;

  private record Stage(String name, long nanos) {}

  private final long start = System.nanoTime();
  private final List<Stage> stages = new ArrayList<>(4);

  /** The span of the request, where it is traced. */
  private Optional<Span> span = Optional.empty();

  /** Nanoseconds until the response began; 0 before. */
  private long answered;

  /** Adds a stage of the given length; more than {@value #MAX_STAGES} are dropped. */
  public synchronized void add(String name, long nanos) {
    if (stages.size() < MAX_STAGES) {
      stages.add(new Stage(name, nanos));
    }
  }

  /** Adds a stage that ends now, also as a part of the trace. */
  public void ended(String name, long nanos) {
    add(name, nanos);
    Optional<Span> traced = span();
    if (traced.isPresent()) {
      long now = System.nanoTime();
      traced.get().part(name, now - nanos, now);
    }
  }

  /** Names the span of the request. */
  public synchronized void traced(Span of) {
    span = Optional.of(of);
  }

  /** The span of the request, where it is traced. */
  public synchronized Optional<Span> span() {
    return span;
  }

  /** Nanoseconds since the request arrived. */
  public long elapsed() {
    return System.nanoTime() - start;
  }

  /** Nanoseconds until the response began, or until now. */
  synchronized long answered() {
    return answered > 0 ? answered : elapsed();
  }

  /** The stages and their times in milliseconds, as in the header. */
  synchronized String stages() {
    StringBuilder text = new StringBuilder();
    for (Stage stage : stages) {
      text.append(text.isEmpty() ? "" : ", ");
      append(text, stage.name, stage.nanos);
    }
    return text.toString();
  }

  /**
   * The value of the header: the stages, the total time, and the identity of the span. The response
   * begins with it.
   */
  public synchronized AsciiString header() {
    answered = elapsed();
    StringBuilder text = new StringBuilder(LENGTH * (stages.size() + 1));
    for (Stage stage : stages) {
      append(text, stage.name, stage.nanos);
      text.append(", ");
    }
    append(text, "total", answered);
    span.ifPresent(
        traced -> text.append(", traceparent;desc=\"").append(traced.traceparent()).append('"'));
    return Ascii.value(text.toString());
  }

  /**
   * Appends milliseconds with two decimals. It uses no formatter because every response has this
   * header.
   */
  private static void append(StringBuilder text, String name, long nanos) {
    long hundredths = (nanos + NANOS_PER_HUNDREDTH / 2) / NANOS_PER_HUNDREDTH;
    text.append(name).append(";dur=").append(hundredths / 100).append('.');
    text.append((char) ('0' + hundredths / 10 % 10)).append((char) ('0' + hundredths % 10));
  }
}
