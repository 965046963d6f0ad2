package io.glebe.core.thread;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoopShareTest {
  private static final long MILLISECOND = 1_000_000;

  private final LoopShare share = new LoopShare();
  private long now = -5 * MILLISECOND; // as System.nanoTime() may be

  private void use(long nanos) {
    share.used(now, nanos, false);
    now += nanos;
  }

  @Test
  void shortWorkNeedNotWait() {
    use(MILLISECOND);
    assertThat(share.delay(now, false)).isZero();
  }

  @Test
  void longWorkIsFollowedByAsMuchTimeForOthers() {
    use(10 * MILLISECOND);
    assertThat(share.delay(now, false)).isEqualTo(10 * MILLISECOND - LoopShare.ADVANCE);
    now += 10 * MILLISECOND;
    assertThat(share.delay(now, false)).isZero();
  }

  @Test
  void workTakesHalfOfTheTimeInTheLongRun() {
    long start = now;
    long used = 0;
    for (int i = 0; i < 1_000; i++) {
      use(MILLISECOND / 2);
      used += MILLISECOND / 2;
      now += share.delay(now, false);
    }
    assertThat((double) used / (now - start)).isBetween(0.49, 0.51);
  }

  @Test
  void timeThatNobodyUsedIsNotSaved() {
    use(MILLISECOND);
    now += 1_000 * MILLISECOND;
    use(10 * MILLISECOND);
    assertThat(share.delay(now, false)).isEqualTo(10 * MILLISECOND - LoopShare.ADVANCE);
  }

  @Test
  void slicesOfManySmallPartsTakeAFifthAndOthersDoNotWaitForThatTime() {
    share.used(now, 10 * MILLISECOND, true);
    now += 10 * MILLISECOND;
    assertThat(share.delay(now, true)).isEqualTo(40 * MILLISECOND - LoopShare.ADVANCE);
    assertThat(share.delay(now, false)).isEqualTo(10 * MILLISECOND - LoopShare.ADVANCE);
    now += 10 * MILLISECOND;
    use(MILLISECOND);
    assertThat(share.delay(now, true)).isEqualTo(29 * MILLISECOND - LoopShare.ADVANCE);
  }
}
