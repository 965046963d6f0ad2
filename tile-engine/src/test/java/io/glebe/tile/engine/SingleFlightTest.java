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
  private final SingleFlight<String, Integer> flights = new SingleFlight<>();

  @Test
  void manyWaitersShareOneFlightEvenWhenTheyBoardConcurrently() throws Exception {
    AtomicInteger starts = new AtomicInteger();
    CompletableFuture<Integer> landing = new CompletableFuture<>();
    List<CompletableFuture<Integer>> seats = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    var seat =
                        flights.join(
                            "k",
                            gone -> {
                              starts.incrementAndGet();
                              return landing;
                            });
                    synchronized (seats) {
                      seats.add(seat);
                    }
                  }));
    }
    for (Thread t : threads) {
      t.join();
    }
    landing.complete(5);
    assertThat(starts).hasValue(1);
    assertThat(seats).hasSize(32).allSatisfy(s -> assertThat(s.join()).isEqualTo(5));
    assertThat(flights.size()).isZero();
  }

  @Test
  void aFlightIsAbandonedOnlyWhenItsLastWaiterLeaves() {
    AtomicReference<BooleanSupplier> gone = new AtomicReference<>();
    CompletableFuture<Integer> landing = new CompletableFuture<>();
    var first =
        flights.join(
            "k",
            g -> {
              gone.set(g);
              return landing;
            });
    var second = flights.join("k", g -> landing);
    first.cancel(false);
    assertThat(gone.get().getAsBoolean()).isFalse();
    second.cancel(false);
    assertThat(gone.get().getAsBoolean()).isTrue();
  }

  @Test
  void whoComesAfterAllHaveLeftStartsANewFlight() {
    CompletableFuture<Integer> old = new CompletableFuture<>();
    flights.join("k", g -> old).cancel(false);
    var fresh = flights.join("k", g -> CompletableFuture.completedFuture(2));
    old.complete(1);
    assertThat(fresh.join()).isEqualTo(2);
    assertThat(flights.size()).isZero();
  }

  @Test
  void aRefusalAtTheStartReachesTheWaiterAndLeavesNothingBehind() {
    var seat =
        flights.join(
            "k",
            g -> {
              throw new EngineBusyException(3);
            });
    assertThatThrownBy(seat::join).hasCauseInstanceOf(EngineBusyException.class);
    assertThat(flights.size()).isZero();
  }
}
