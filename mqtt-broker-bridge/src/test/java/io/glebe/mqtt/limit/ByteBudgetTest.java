package io.glebe.mqtt.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  private static final int LARGE = 10 * 1024;
  private static final int SMALL = 1024;

  private final ByteBudget budget = new ByteBudget(40 * 1024);
  private final ByteBudget.Share share = budget.share("one", 40 * 1024);
  private final ByteBudget.Share other = budget.share("other", 20 * 1024);
  private final List<String> admitted = new ArrayList<>();

  @Test
  void aQuarterIsKeptForSmallMessages() {
    assertThat(share.tryTake(LARGE)).isTrue();
    assertThat(share.tryTake(LARGE)).isTrue();
    assertThat(share.tryTake(LARGE)).isTrue();
    assertThat(share.tryTake(LARGE)).isFalse();
    for (int i = 0; i < 10; i++) {
      assertThat(share.tryTake(SMALL)).isTrue();
    }
    assertThat(share.tryTake(SMALL)).isFalse();
    assertThat(budget.used()).isEqualTo(40 * 1024);
  }

  @Test
  void waitingMessagesAreAdmittedInTheirOrderAndSmallOnesFirst() {
    assertThat(share.tryTake(3 * LARGE)).isTrue();
    share.await(LARGE, () -> admitted.add("large 1"));
    share.await(LARGE, () -> admitted.add("large 2"));
    assertThat(share.tryTake(LARGE)).as("others wait").isFalse();
    share.await(SMALL, () -> admitted.add("small"));

    share.giveBack(LARGE + SMALL);
    assertThat(admitted).containsExactly("small", "large 1");

    share.giveBack(LARGE);
    assertThat(admitted).containsExactly("small", "large 1", "large 2");
    assertThat(budget.used()).isEqualTo(3 * LARGE);
  }

  @Test
  void bytesThatAreGivenBackBeforeAMessageWaitsAdmitIt() {
    assertThat(share.tryTake(3 * LARGE)).isTrue();
    assertThat(share.tryTake(LARGE)).isFalse();
    share.giveBack(3 * LARGE); // by another thread

    share.await(LARGE, () -> admitted.add("late"));

    assertThat(admitted).containsExactly("late");
    assertThat(share.tryTake(LARGE)).as("nobody waits").isTrue();
  }

  @Test
  void aMessageThatNoLongerWaitsTakesNothing() {
    assertThat(share.tryTake(3 * LARGE)).isTrue();
    ByteBudget.Waiting gone = share.await(LARGE, () -> admitted.add("gone"));
    assertThat(share.cancel(gone)).isTrue();

    share.giveBack(3 * LARGE);

    assertThat(admitted).isEmpty();
    assertThat(budget.used()).isZero();
    assertThat(share.cancel(gone)).isFalse();
  }

  @Test
  void oneMessageLargerThanTheLimitIsAdmittedAlone() {
    assertThat(share.tryTake(100 * 1024)).isTrue();
    assertThat(share.tryTake(1)).isFalse();
  }

  @Test
  void anOwnerHasItsShareAtMostAndDelaysNobodyElse() {
    assertThat(other.tryTake(LARGE)).isTrue();
    assertThat(other.tryTake(LARGE)).as("a quarter of the share is kept as well").isFalse();
    other.await(LARGE, () -> admitted.add("other"));
    ByteBudget.Share second = budget.share("other", 20 * 1024);
    assertThat(second.tryTake(LARGE)).as("another client of the owner").isFalse();

    assertThat(share.tryTake(LARGE)).isTrue();
    share.giveBack(LARGE);
    assertThat(admitted).isEmpty();

    other.giveBack(LARGE);
    assertThat(admitted).containsExactly("other");
  }

  @Test
  void ownersThatWaitGetTheirBytesInTurn() {
    ByteBudget.Share third = budget.share("third", 40 * 1024);
    assertThat(third.tryTake(3 * LARGE)).isTrue();
    for (int i = 1; i <= 3; i++) {
      String name = "one " + i;
      share.await(LARGE, () -> admitted.add(name));
    }
    other.await(LARGE, () -> admitted.add("other 1"));
    other.await(LARGE, () -> admitted.add("other 2"));

    third.giveBack(3 * LARGE);
    assertThat(admitted).containsExactly("one 1", "other 1", "one 2");

    other.giveBack(LARGE);
    share.giveBack(LARGE);
    assertThat(admitted).containsExactly("one 1", "other 1", "one 2", "one 3", "other 2");
  }

  @Test
  void whatAnOwnerHoldsCountsAfterItsClientsHaveLeft() {
    assertThat(other.tryTake(LARGE)).isTrue();
    other.close();
    ByteBudget.Share next = budget.share("other", 20 * 1024);
    assertThat(next.tryTake(LARGE)).isFalse();
    other.giveBack(LARGE);
    assertThat(next.tryTake(LARGE)).isTrue();
  }
}
