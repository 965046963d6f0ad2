package io.glebe.core.cube.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.access.SubjectId;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** In which order areas are checked, and which are not. */
class AreaThreadTest {
  private static final SubjectId ONE = new SubjectId("https://issuer.test", "one");
  private static final SubjectId OTHER = new SubjectId("https://issuer.test", "other");

  private final AreaThread areas = new AreaThread();

  @AfterEach
  void stop() {
    areas.close();
  }

  @Test
  void callersTakeTurns() {
    CountDownLatch allWait = new CountDownLatch(1);
    List<String> order = new ArrayList<>();
    List<Future<Boolean>> done = new ArrayList<>();
    done.add(areas.run(ONE, () -> awaited(allWait), () -> false));
    for (int i = 0; i < 3; i++) {
      String name = "one " + i;
      done.add(areas.run(ONE, () -> order.add(name), () -> false));
    }
    done.add(areas.run(OTHER, () -> order.add("other"), () -> false));
    allWait.countDown();
    done.forEach(AreaThreadTest::await);
    assertThat(order).hasSize(4);
    assertThat(order.indexOf("other")).isLessThanOrEqualTo(1);
    assertThat(order.stream().filter(name -> name.startsWith("one")))
        .containsExactly("one 0", "one 1", "one 2");
  }

  @Test
  void theAreaOfAClientThatHasLeftIsNotChecked() {
    List<String> checked = new ArrayList<>();
    Future<Boolean> left = areas.run(ONE, () -> checked.add("left"), () -> true);
    assertThatThrownBy(() -> await(left)).hasRootCauseInstanceOf(CancellationException.class);
    assertThat(checked).isEmpty();
  }

  @Test
  void anErrorReachesItsCallerAndTheNextAreaIsChecked() {
    Future<Boolean> failed =
        areas.run(
            ONE,
            () -> {
              throw new AssertionError("broken");
            },
            () -> false);
    assertThatThrownBy(() -> await(failed)).hasRootCauseInstanceOf(AssertionError.class);
    assertThat(await(areas.run(ONE, () -> true, () -> false))).isTrue();
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
