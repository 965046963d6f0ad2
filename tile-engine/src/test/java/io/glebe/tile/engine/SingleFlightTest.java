package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class SingleFlightTest {
  private final SingleFlight<String, Integer> calls = new SingleFlight<>();

  @Test
  void manyWaitersShareOneCallEvenWhenTheyJoinConcurrently() throws Exception {
    AtomicInteger starts = new AtomicInteger();
    CompletableFuture<Integer> computed = new CompletableFuture<>();
    List<CompletableFuture<Integer>> waiters = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    var waiter =
                        calls.join(
                            "k",
                            abandoned -> {
                              starts.incrementAndGet();
                              return computed;
                            });
                    synchronized (waiters) {
                      waiters.add(waiter);
                    }
                  }));
    }
    for (Thread t : threads) {
      t.join();
    }
    computed.complete(5);
    assertThat(starts).hasValue(1);
    assertThat(waiters).hasSize(32).allSatisfy(s -> assertThat(s.join()).isEqualTo(5));
    assertThat(calls.size()).isZero();
  }

  @Test
  void aCallIsAbandonedOnlyWhenItsLastWaiterCancels() {
    AtomicReference<BooleanSupplier> abandoned = new AtomicReference<>();
    CompletableFuture<Integer> computed = new CompletableFuture<>();
    var first =
        calls.join(
            "k",
            g -> {
              abandoned.set(g);
              return computed;
            });
    var second = calls.join("k", g -> computed);
    first.cancel(false);
    assertThat(abandoned.get().getAsBoolean()).isFalse();
    second.cancel(false);
    assertThat(abandoned.get().getAsBoolean()).isTrue();
  }

  @Test
  void aWaiterAfterAllHaveCancelledStartsANewCall() {
    CompletableFuture<Integer> old = new CompletableFuture<>();
    calls.join("k", g -> old).cancel(false);
    var fresh = calls.join("k", g -> CompletableFuture.completedFuture(2));
    old.complete(1);
    assertThat(fresh.join()).isEqualTo(2);
    assertThat(calls.size()).isZero();
  }

  @Test
  void anExceptionAtTheStartReachesTheWaiterAndLeavesNoEntry() {
    var waiter =
        calls.join(
            "k",
            g -> {
              throw new EngineBusyException(3);
            });
    assertThatThrownBy(waiter::join).hasCauseInstanceOf(EngineBusyException.class);
    assertThat(calls.size()).isZero();
  }
}
