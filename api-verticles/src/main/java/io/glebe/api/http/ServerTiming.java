package io.glebe.api.http;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The stages of one request, shown in the header Server-Timing. Written from the request's event
 * loop, and from threads that hand over to it.
 */
public final class ServerTiming {
  private static final int MAX_STAGES = 16;
  private static final double NANOS_PER_MILLI = 1e6;

  private record Stage(String name, long nanos) {}

  private final long start = System.nanoTime();
  private final List<Stage> stages = new ArrayList<>(4);

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

  synchronized String header() {
    StringBuilder text = new StringBuilder();
    for (Stage stage : stages) {
      append(text, stage.name, stage.nanos);
      text.append(", ");
    }
    append(text, "total", elapsed());
    return text.toString();
  }

  private static void append(StringBuilder text, String name, long nanos) {
    text.append(name)
        .append(";dur=")
        .append(String.format(Locale.ROOT, "%.2f", nanos / NANOS_PER_MILLI));
  }
}
