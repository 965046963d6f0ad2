package io.glebe.core.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Datastreams whose rules have to be checked. */
final class MarkedDatastreamsTest {
  private final MarkedDatastreams marked = new MarkedDatastreams(() -> 0, 100);

  @Test
  void aMarkWaitsUntilTheStepAfterItsOwnBegins() {
    assertThat(marked.waitingNanos()).isZero();
    marked.mark(1);
    long first = marked.waitingNanos();
    assertThat(first).isPositive();
    marked.mark(1);
    assertThat(marked.take(10)).isEqualTo(List.of(1L));
    assertThat(marked.waitingNanos()).as("while it is checked").isGreaterThanOrEqualTo(first);
    assertThat(marked.take(10)).isEmpty();
    assertThat(marked.waitingNanos()).isZero();
  }

  @Test
  void soManyAreTakenAtOnceAndTheOthersWait() {
    for (long id = 1; id <= 5; id++) {
      marked.mark(id);
    }
    assertThat(marked.take(3)).hasSize(3);
    assertThat(marked.take(3)).hasSize(2);
    assertThat(marked.take(3)).isEmpty();
  }
}
