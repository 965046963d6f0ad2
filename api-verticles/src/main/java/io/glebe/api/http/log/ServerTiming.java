package io.glebe.api.http.log;

import io.glebe.api.http.header.Ascii;
import io.netty.util.AsciiString;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

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

  /** Nanoseconds until the response began; 0 before. */
  private long answered;

  /** Adds a stage of the given length; more than {@value #MAX_STAGES} are dropped. */
  public synchronized void add(String name, long nanos) {
    if (stages.size() < MAX_STAGES) {
      stages.add(new Stage(name, nanos));
    }
  }

  /** Measures a future as one stage. */
  public <T> Future<T> measure(String name, Future<T> work) {
    long from = System.nanoTime();
    return work.andThen(done -> add(name, System.nanoTime() - from));
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

  /** The value of the header: the stages and the total time. The response begins with it. */
  public synchronized AsciiString header() {
    answered = elapsed();
    StringBuilder text = new StringBuilder(LENGTH * (stages.size() + 1));
    for (Stage stage : stages) {
      append(text, stage.name, stage.nanos);
      text.append(", ");
    }
    append(text, "total", answered);
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
