package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.memory.ReadMemory;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.observation.StoredObservation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * Observations that wait for the client of a live stream. Their number and the memory of their
 * results are limited: the oldest are dropped, and one that alone is too large. Thread-safe.
 */
final class WaitingObservations {
  /** Maximum number. */
  static final int MAX_NUMBER = 200;

  /** Maximum bytes of all results of a stream. */
  static final long MAX_BYTES = 1 << 20;

  private static final int NODE_BYTES = 64;

  private record Waiting(StoredObservation observation, long bytes) {}

  private final Queue<Waiting> queue = new ArrayDeque<>();
  private final ReadMemory memory;
  private long bytes;
  private boolean missed;

  /**
   * @param lease the memory of the stream's request
   */
  WaitingObservations(MemoryBudget.Lease lease) {
    this.memory = new ReadMemory(lease);
  }

  /** Adds an observation; drops older ones, or this one, where there is no memory. */
  synchronized void offer(StoredObservation observation) {
    long needed = weight(observation.observation().result(), MAX_BYTES);
    if (needed > MAX_BYTES) {
      missed = true;
      return;
    }
    while (queue.size() >= MAX_NUMBER || bytes + needed > MAX_BYTES) {
      bytes -= queue.remove().bytes();
      missed = true;
    }
    try {
      memory.hold(bytes + needed);
    } catch (Problem full) {
      missed = true;
      return;
    }
    queue.add(new Waiting(observation, needed));
    bytes += needed;
    notifyAll();
  }

  /** Waits for the next observation, which is no longer held. */
  synchronized Optional<StoredObservation> poll(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    while (queue.isEmpty()) {
      long millis = Duration.ofNanos(end - System.nanoTime()).toMillis();
      if (millis <= 0) {
        return Optional.empty();
      }
      wait(millis);
    }
    Waiting first = queue.remove();
    bytes -= first.bytes();
    memory.hold(bytes);
    return Optional.of(first.observation());
  }

  /** Whether observations were dropped since the last call. */
  synchronized boolean takeMissed() {
    boolean was = missed;
    missed = false;
    return was;
  }

  /** Bytes of heap of a JSON value; counting ends above the limit. */
  private static long weight(JsonNode value, long limit) {
    long sum = NODE_BYTES + (value.isTextual() ? 2L * value.textValue().length() : 0);
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      if (sum > limit) {
        return sum;
      }
      sum += 2L * member.getKey().length() + weight(member.getValue(), limit - sum);
    }
    for (JsonNode item : value.isArray() ? value : Json.array()) {
      if (sum > limit) {
        return sum;
      }
      sum += weight(item, limit - sum);
    }
    return sum;
  }
}
