package io.glebe.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** In which groups the elements of several owners are handled. */
class SharedQueueTest {
  private static final int MAX_GROUP = 2_000;
  private static final int MAX_GROUP_BYTES = 2 << 20;

  private final SharedQueue<String, Integer> queue = new SharedQueue<>(MAX_GROUP, MAX_GROUP_BYTES);

  @Test
  void theElementsOfOneOwnerKeepTheirOrder() {
    for (int i = 0; i < 5; i++) {
      queue.add("one", i, 1);
    }
    assertThat(queue.next()).containsExactly(0, 1, 2, 3, 4);
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.next()).isEmpty();
  }

  @Test
  void whatOneOwnerHasWaitingDoesNotDelayAnother() {
    for (int i = 0; i < 3 * MAX_GROUP; i++) {
      queue.add("one", i, 1);
    }
    queue.add("other", -1, 1);
    queue.add("other", -2, 1);
    assertThat(queue.next()).hasSize(MAX_GROUP).startsWith(0, -1, 1, -2, 2, 3);
    assertThat(queue.size()).isEqualTo(2 * MAX_GROUP + 2);
  }

  @Test
  void aGroupIsBoundedByItsBytes() {
    for (int i = 0; i < 10; i++) {
      queue.add("one", i, 600_000);
    }
    queue.add("other", -1, 100);
    assertThat(queue.next()).containsExactly(0, -1, 1, 2, 3);
    assertThat(queue.next()).containsExactly(4, 5, 6, 7);
    assertThat(queue.next()).containsExactly(8, 9);
  }

  @Test
  void anElementLargerThanAGroupIsAGroupOfItsOwn() {
    queue.add("one", 1, 10L * MAX_GROUP_BYTES);
    queue.add("one", 2, 1);
    assertThat(queue.next()).containsExactly(1);
    assertThat(queue.next()).containsExactly(2);
  }
}
