package io.glebe.core.sensor.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Groups of observations reach subscribers in the order in which they were begun. */
class InOrderTest {
  private final List<String> passed = Collections.synchronizedList(new ArrayList<>());
  private final InOrder<String> order = new InOrder<>(passed::add);

  @Test
  void whatEndsFirstWaitsForWhatBeganBefore() {
    order.begin("one");
    order.begin("two");
    order.end("two");
    assertThat(passed).isEmpty();
    order.end("one");
    assertThat(passed).containsExactly("one", "two");
  }

  @Test
  void threadsThatEndAtOnceKeepTheOrder() {
    List<String> begun = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      String value = "group " + i;
      begun.add(value);
      order.begin(value);
    }
    List<String> ended = new ArrayList<>(begun);
    Collections.shuffle(ended, new Random(22));
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      ended.forEach(value -> threads.execute(() -> order.end(value)));
    }
    assertThat(passed).isEqualTo(begun);
  }

  @Test
  void aReceiverThatFailsDoesNotHoldUpTheOthers() {
    InOrder<String> failing =
        new InOrder<>(
            value -> {
              if (value.equals("one")) {
                throw new IllegalStateException(value);
              }
              passed.add(value);
            });
    failing.begin("one");
    failing.begin("two");
    assertThatThrownBy(() -> failing.end("one")).isInstanceOf(IllegalStateException.class);
    failing.end("two");
    assertThat(passed).containsExactly("two");
  }
}
