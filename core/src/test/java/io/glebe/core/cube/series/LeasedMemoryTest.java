package io.glebe.core.cube.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.ProblemType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LeasedMemoryTest {
  private static final long MB = 1 << 20;

  private final MemoryBudget budget = new MemoryBudget("series", 28 * MB, 21 * MB);

  private LeasedMemory of(String caller) {
    return new LeasedMemory(budget.lease(caller), () -> false);
  }

  @Test
  void oneCallerLeavesMemoryForTheSeriesOfTheNext() {
    List<LeasedMemory> greedy = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      LeasedMemory series = of("greedy");
      series.tryTake(3 * MB);
      greedy.add(series);
    }
    assertThat(budget.held()).isEqualTo(21 * MB);
    assertThatThrownBy(() -> greedy.getLast().take(3 * MB))
        .hasFieldOrPropertyWithValue("type", ProblemType.TOO_MANY_REQUESTS);
    try (LeasedMemory next = of("next")) {
      next.take(4 * MB);
      assertThat(next.tryTake(4 * MB)).isFalse();
    }
    greedy.forEach(LeasedMemory::close);
    assertThat(budget.held()).isZero();
  }

  @Test
  void aSeriesThatAloneNeedsMoreThanItsCallerMayHoldLearnsWhatToDo() {
    try (LeasedMemory series = of("caller")) {
      assertThatThrownBy(() -> series.take(22 * MB))
          .hasFieldOrPropertyWithValue("type", ProblemType.OVER_BUDGET)
          .hasMessageContaining("submit the same as a job");
    }
  }

  @Test
  void bytesThatAreGivenBackCanBeTakenAgain() {
    try (LeasedMemory series = of("caller")) {
      series.take(20 * MB);
      series.giveBack(15 * MB);
      series.take(16 * MB);
      assertThat(budget.held()).isEqualTo(21 * MB);
    }
    assertThat(budget.held()).isZero();
  }

  @Test
  void nothingIsTakenWhenTheSeriesHasEndedOrItsClientHasLeft() {
    AtomicBoolean hasLeft = new AtomicBoolean();
    LeasedMemory series = new LeasedMemory(budget.lease("caller"), hasLeft::get);
    series.take(MB);
    hasLeft.set(true);
    assertThatThrownBy(() -> series.take(MB)).isInstanceOf(CancellationException.class);
    hasLeft.set(false);
    series.close();
    assertThatThrownBy(() -> series.tryTake(MB)).isInstanceOf(CancellationException.class);
    series.giveBack(MB);
    assertThat(budget.held()).isZero();
  }
}
