package io.glebe.api.boot.watch;

import io.glebe.core.config.FaultSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs what the JVM reports about itself and what should not happen: threads that are
 * stopped, or that wait for locks, memory or the disk. It reads the event stream of Java Flight
 * Recorder. The log has at most one line in ten seconds for each kind.
 */
public final class JvmEvents implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JvmEvents.class);
  private static final long LINE_NANOS = 10_000_000_000L;
  private static final int FRAMES = 4;
  private static final Duration KEPT = Duration.ofSeconds(10);

  /**
   * An event of the JVM.
   *
   * @param name of Java Flight Recorder
   * @param label of the meter
   * @param threshold shorter ones are not reported
   */
  private record Kind(String name, String label, Duration threshold, String words) {}

  private static final List<Kind> KINDS =
      List.of(
          kind("VirtualThreadPinned", "pinned", 20, "a virtual thread has kept its carrier"),
          kind("JavaMonitorEnter", "lock", 100, "a thread has waited for a lock"),
          kind("ZAllocationStall", "memory", 20, "a thread has waited for memory"),
          kind("GCPhasePause", "collection", 50, "the garbage collector has stopped all threads"),
          kind("ExecuteVMOperation", "operation", 100, "an operation has stopped all threads"),
          kind("FileForce", "disk", 1_000, "a thread has waited for the disk"));

  private final RecordingStream stream = new RecordingStream();
  private final Map<Kind, Long> lines = new ConcurrentHashMap<>();

  private static Kind kind(String event, String label, long millis, String words) {
    return new Kind("jdk." + event, label, Duration.ofMillis(millis), words);
  }

  private JvmEvents(MeterRegistry registry) {
    stream.setMaxAge(KEPT);
    stream.setReuse(true);
    for (Kind kind : KINDS) {
      Counter counter =
          Counter.builder(MeterNames.JVM_EVENTS)
              .description("times that threads were stopped, or waited, for long")
              .tag("kind", kind.label())
              .register(registry);
      stream.enable(kind.name()).withThreshold(kind.threshold()).withStackTrace();
      stream.onEvent(
          kind.name(),
          event -> {
            counter.increment();
            log(kind, event);
          });
    }
    stream.startAsync();
  }

  /** Starts the stream where the settings want it. */
  public static Optional<JvmEvents> of(Settings settings, MeterRegistry registry) {
    return settings.get(FaultSettings.JVM_EVENTS)
        ? Optional.of(new JvmEvents(registry))
        : Optional.empty();
  }

  private void log(Kind kind, RecordedEvent event) {
    long now = System.nanoTime();
    Long last = lines.get(kind);
    if (last != null && now - last < LINE_NANOS) {
      return;
    }
    lines.put(kind, now);
    LOG.warn("{} for {} ms{}", kind.words(), event.getDuration().toMillis(), place(event));
  }

  private static String place(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    return stack == null
        ? ""
        : stack.getFrames().stream()
            .filter(frame -> frame.isJavaFrame() && frame.getMethod() != null)
            .limit(FRAMES)
            .map(frame -> frame.getMethod().getType().getName() + "." + frame.getMethod().getName())
            .collect(Collectors.joining(" < ", " in ", ""));
  }

  @Override
  public void close() {
    stream.close();
  }
}
