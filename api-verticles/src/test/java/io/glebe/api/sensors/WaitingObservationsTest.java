package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.sensor.observation.DatastreamInfo;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.StoredObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WaitingObservationsTest {
  private final MemoryBudget budget = new MemoryBudget("responses", 3 << 20, 2 << 20);
  private final MemoryBudget.Lease lease = budget.lease("caller");
  private final WaitingObservations waiting = new WaitingObservations(lease);

  private static StoredObservation observation(long id, JsonNode result) {
    DatastreamInfo datastream =
        new DatastreamInfo(1, Optional.empty(), "owner", OptionalLong.empty());
    return new StoredObservation(id, datastream, Observation.of(result, Instant.EPOCH));
  }

  private List<Long> ids() throws InterruptedException {
    List<Long> ids = new ArrayList<>();
    for (var next = waiting.poll(Duration.ZERO);
        next.isPresent();
        next = waiting.poll(Duration.ZERO)) {
      ids.add(next.get().id());
    }
    return ids;
  }

  @Test
  void theOldestAreDroppedAboveTheNumber() throws InterruptedException {
    for (int i = 0; i < WaitingObservations.MAX_NUMBER + 3; i++) {
      waiting.offer(observation(i, IntNode.valueOf(i)));
    }
    assertThat(waiting.takeMissed()).isTrue();
    assertThat(waiting.takeMissed()).isFalse();
    assertThat(ids()).hasSize(WaitingObservations.MAX_NUMBER).startsWith(3L);
    assertThat(budget.held()).isZero();
  }

  @Test
  void theOldestAreDroppedAboveTheBytes() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      waiting.offer(observation(i, TextNode.valueOf("x".repeat(100_000))));
    }
    assertThat(budget.held()).isBetween(900_000L, WaitingObservations.MAX_BYTES);
    assertThat(waiting.takeMissed()).isTrue();
    assertThat(ids()).containsExactly(5L, 6L, 7L, 8L, 9L);
    assertThat(budget.held()).isZero();
  }

  @Test
  void aResultThatAloneIsTooLargeIsDropped() throws InterruptedException {
    waiting.offer(observation(1, IntNode.valueOf(1)));
    var nodes = Json.array();
    for (int i = 0; i < 20_000; i++) {
      nodes.addObject();
    }
    waiting.offer(observation(2, nodes));
    assertThat(waiting.takeMissed()).isTrue();
    assertThat(ids()).containsExactly(1L);
  }

  @Test
  void anObservationIsDroppedWhereItsCallerHasNoMemory() throws InterruptedException {
    try (MemoryBudget.Lease other = budget.lease("caller")) {
      other.grow(2 << 20);
      waiting.offer(observation(1, IntNode.valueOf(1)));
    }
    waiting.offer(observation(2, IntNode.valueOf(2)));
    assertThat(waiting.takeMissed()).isTrue();
    assertThat(ids()).containsExactly(2L);
  }

  @Test
  void nothingIsHeldAfterTheEndOfTheRequest() throws InterruptedException {
    waiting.offer(observation(1, IntNode.valueOf(1)));
    lease.close();
    waiting.offer(observation(2, IntNode.valueOf(2)));
    assertThat(ids()).containsExactly(1L, 2L);
    assertThat(budget.held()).isZero();
  }
}
