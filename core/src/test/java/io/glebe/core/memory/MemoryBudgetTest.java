package io.glebe.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  private final MemoryBudget budget = new MemoryBudget("request bodies", 100, 60);

  @Test
  void aLeaseGivesBackWhatItHolds() {
    MemoryBudget.Lease lease = budget.lease("a");
    lease.grow(40);
    lease.grow(20);

    assertThat(budget.held()).isEqualTo(60);
    lease.close();
    lease.close();
    assertThat(budget.held()).isZero();
  }

  @Test
  void aLeaseShrinksAndGrowsToWhatItHolds() {
    MemoryBudget.Lease lease = budget.lease("a");
    lease.grow(50);
    lease.hold(20);
    assertThat(budget.held()).isEqualTo(20);
    lease.hold(45);
    assertThat(budget.held()).isEqualTo(45);
    assertThatThrownBy(() -> lease.hold(61)).satisfies(status(413));
    assertThat(lease.bytes()).isEqualTo(45);
    lease.close();
    assertThat(budget.held()).isZero();
  }

  @Test
  void aClosedLeaseTakesNothingMore() {
    MemoryBudget.Lease lease = budget.lease("a");
    lease.close();
    lease.grow(40);

    assertThat(budget.held()).isZero();
  }

  @Test
  void aRequestThatAloneNeedsTooMuchIsRefusedForGood() {
    assertThatThrownBy(() -> budget.lease("a").grow(61)).satisfies(status(413));
    assertThat(budget.held()).isZero();
  }

  @Test
  void anOwnerWhoHoldsTooMuchIsToldToWaitAndOthersGoOn() {
    budget.lease("a").grow(50);

    assertThatThrownBy(() -> budget.lease("a").grow(11))
        .satisfies(status(429))
        .extracting(failure -> ((Problem) failure).headers())
        .satisfies(headers -> assertThat(headers.toString()).contains("Retry-After"));
    budget.lease("b").grow(30);
    assertThat(budget.held()).isEqualTo(80);
  }

  @Test
  void everybodyIsToldToWaitWhenAllTogetherHoldTooMuch() {
    budget.lease("a").grow(60);
    budget.lease("b").grow(24);

    assertThatThrownBy(() -> budget.lease("c").grow(17)).satisfies(status(503));
    assertThat(budget.held()).isEqualTo(84);
  }

  @Test
  void ownersWhoTakeWhatTheyCanLeaveSomethingToTheNext() {
    MemoryBudget large = new MemoryBudget("responses", 10_000_000, 7_000_000);
    MemoryBudget.Lease first = large.lease(0);
    first.grow(7_000_000);
    for (int owner = 1; owner <= 5; owner++) {
      MemoryBudget.Lease lease = large.lease(owner);
      assertThatThrownBy(() -> takeAll(lease)).satisfies(status(503));
      assertThat(lease.bytes()).isGreaterThan(10_000);
    }
    first.close();
    large.lease("next").grow(4_000_000);
  }

  private static void takeAll(MemoryBudget.Lease lease) {
    while (true) {
      lease.grow(1_000);
    }
  }

  @Test
  void aBudgetThatOneOwnerMayHoldIsSharedInTheOrderOfArrival() {
    MemoryBudget whole = new MemoryBudget("results", 100, 100);
    whole.lease("a").grow(60);
    whole.lease("b").grow(40);
    assertThatThrownBy(() -> whole.lease("c").grow(1)).satisfies(status(503));
  }

  @Test
  void aRefusalLeavesTheLeaseAsItWas() {
    MemoryBudget.Lease lease = budget.lease("a");
    lease.grow(50);
    assertThatThrownBy(() -> lease.grow(20)).isInstanceOf(Problem.class);

    assertThat(lease.bytes()).isEqualTo(50);
    lease.close();
    budget.lease("a").grow(60);
  }

  @Test
  void oneResultOfARequestIsCorrectedAndNothingIsGivenBackTwice() {
    MemoryBudget.Lease lease = budget.lease("a");
    lease.grow(10);
    ReadMemory result = new ReadMemory(lease);
    result.expect(30);
    result.hold(20);
    assertThat(budget.held()).isEqualTo(30);

    assertThatThrownBy(() -> result.hold(1_000)).isInstanceOf(Problem.class);
    result.release();
    assertThat(budget.held()).isEqualTo(10);

    result.expect(30);
    lease.close();
    result.release();
    assertThat(budget.held()).isZero();
  }

  @Test
  void concurrentLeasesNeverHoldMoreThanTheBudgetAndEndAtZero() throws InterruptedException {
    int threads = 8;
    CountDownLatch done = new CountDownLatch(threads);
    long seed = System.nanoTime();
    IntStream.range(0, threads)
        .forEach(i -> Thread.ofPlatform().start(() -> leaseAtRandom(seed + i, done)));
    done.await();

    assertThat(budget.held()).as("seed " + seed).isZero();
    budget.lease("0").grow(60);
  }

  private void leaseAtRandom(long seed, CountDownLatch done) {
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      try (MemoryBudget.Lease lease = budget.lease(Integer.toString(random.nextInt(3)))) {
        lease.grow(random.nextInt(50));
        assertThat(budget.held()).isLessThan(100 + 8 * 50);
      } catch (Problem refused) {
        assertThat(refused.status()).isIn(429, 503);
      }
    }
    done.countDown();
  }

  private static java.util.function.Consumer<Throwable> status(int status) {
    return failure -> assertThat(((Problem) failure).status()).isEqualTo(status);
  }
}
