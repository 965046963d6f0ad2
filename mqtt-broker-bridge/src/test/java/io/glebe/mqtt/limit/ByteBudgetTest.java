package io.glebe.mqtt.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  private static final int LARGE = 10 * 1024;
  private static final int SMALL = 1024;

  private final ByteBudget budget = new ByteBudget(40 * 1024);
  private final List<String> admitted = new ArrayList<>();

  @Test
  void aQuarterIsKeptForSmallMessages() {
    assertThat(budget.tryTake(LARGE)).isTrue();
    assertThat(budget.tryTake(LARGE)).isTrue();
    assertThat(budget.tryTake(LARGE)).isTrue();
    assertThat(budget.tryTake(LARGE)).isFalse();
    for (int i = 0; i < 10; i++) {
      assertThat(budget.tryTake(SMALL)).isTrue();
    }
    assertThat(budget.tryTake(SMALL)).isFalse();
    assertThat(budget.used()).isEqualTo(40 * 1024);
  }

  @Test
  void waitingMessagesAreAdmittedInTheirOrderAndSmallOnesFirst() {
    assertThat(budget.tryTake(3 * LARGE)).isTrue();
    budget.await(LARGE, () -> admitted.add("large 1"));
    budget.await(LARGE, () -> admitted.add("large 2"));
    assertThat(budget.tryTake(LARGE)).as("others wait").isFalse();
    budget.await(SMALL, () -> admitted.add("small"));

    budget.giveBack(LARGE + SMALL);
    assertThat(admitted).containsExactly("small", "large 1");

    budget.giveBack(LARGE);
    assertThat(admitted).containsExactly("small", "large 1", "large 2");
    assertThat(budget.used()).isEqualTo(3 * LARGE);
  }

  @Test
  void aMessageThatNoLongerWaitsTakesNothing() {
    assertThat(budget.tryTake(3 * LARGE)).isTrue();
    ByteBudget.Waiting gone = budget.await(LARGE, () -> admitted.add("gone"));
    assertThat(budget.cancel(gone)).isTrue();

    budget.giveBack(3 * LARGE);

    assertThat(admitted).isEmpty();
    assertThat(budget.used()).isZero();
    assertThat(budget.cancel(gone)).isFalse();
  }

  @Test
  void oneMessageLargerThanTheLimitIsAdmittedAlone() {
    assertThat(budget.tryTake(100 * 1024)).isTrue();
    assertThat(budget.tryTake(1)).isFalse();
  }
}
