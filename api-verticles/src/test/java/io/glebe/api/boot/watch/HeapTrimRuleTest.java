package io.glebe.api.boot.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When the heap is collected so that it shrinks. */
class HeapTrimRuleTest {
  private static final long MB = 1 << 20;

  private final HeapTrimRule rule = new HeapTrimRule();

  private int looksUntilDue(long committed) {
    int looks = 1;
    while (!rule.isDue(committed, 0)) {
      looks++;
    }
    return looks;
  }

  /** A collection after which so much is left when it has been given back. */
  private void collect(long left) {
    rule.collected(0);
    for (int look = 0; look < HeapTrimRule.UNCOMMITTED; look++) {
      assertThat(rule.isDue(left, 0)).isFalse();
    }
  }

  @Test
  void aHeapThatHasNotGrownIsLeftAlone() {
    assertThat(rule.isDue(200 * MB, 0)).isFalse();
    assertThat(rule.isDue(230 * MB, 0)).isFalse();
    assertThat(rule.isDue(150 * MB, 0)).isFalse();
  }

  @Test
  void aHeapThatHasGrownIsCollectedWhenCollectionsBecomeRare() {
    assertThat(rule.isDue(100 * MB, 0)).isFalse();
    assertThat(rule.isDue(400 * MB, 9)).as("in the peak").isFalse();
    assertThat(rule.isDue(400 * MB, 18)).as("in the peak").isFalse();
    assertThat(rule.isDue(400 * MB, 19)).as("after it").isTrue();
  }

  @Test
  void theHeapAfterACollectionCountsAsNotGrown() {
    assertThat(rule.isDue(100 * MB, 0)).isFalse();
    assertThat(rule.isDue(400 * MB, 0)).isTrue();
    collect(300 * MB);
    for (int look = 0; look < 2 * HeapTrimRule.LONGEST_WAIT; look++) {
      assertThat(rule.isDue(350 * MB, 0)).isFalse();
    }
    assertThat(rule.isDue(364 * MB, 0)).isTrue();
  }

  @Test
  void collectionsThatGiveNothingBackBecomeRare() {
    assertThat(rule.isDue(100 * MB, 0)).isFalse();
    int waited = 0;
    for (int grown = 200; grown < 2000; grown += 100) {
      int looks = looksUntilDue(grown * MB);
      assertThat(looks).isGreaterThanOrEqualTo(waited);
      waited = looks;
      collect(grown * MB);
    }
    assertThat(waited).isEqualTo(HeapTrimRule.LONGEST_WAIT - HeapTrimRule.UNCOMMITTED);
  }

  @Test
  void aCollectionThatGivesMuchBackEndsTheLongWait() {
    assertThat(rule.isDue(100 * MB, 0)).isFalse();
    assertThat(rule.isDue(300 * MB, 0)).isTrue();
    collect(300 * MB);
    assertThat(looksUntilDue(400 * MB)).isEqualTo(2 * HeapTrimRule.WAIT - HeapTrimRule.UNCOMMITTED);
    collect(100 * MB);
    assertThat(looksUntilDue(400 * MB)).isEqualTo(HeapTrimRule.WAIT - HeapTrimRule.UNCOMMITTED);
  }

  /** The collector gives memory back some time after a collection. */
  @Test
  void aCollectionCountsByWhatHasBeenGivenBackLater() {
    assertThat(rule.isDue(100 * MB, 0)).isFalse();
    assertThat(rule.isDue(300 * MB, 0)).isTrue();
    rule.collected(0);
    assertThat(rule.isDue(300 * MB, 0)).isFalse();
    assertThat(rule.isDue(150 * MB, 0)).isFalse();
    assertThat(looksUntilDue(250 * MB)).isEqualTo(HeapTrimRule.WAIT - HeapTrimRule.UNCOMMITTED);
  }

  @Test
  void theEndOfAPeakEndsTheLongWait() {
    assertThat(rule.isDue(100 * MB, 0)).isFalse();
    assertThat(rule.isDue(300 * MB, 0)).isTrue();
    collect(300 * MB);
    int collections = 0;
    for (int look = 0; look < HeapTrimRule.PEAK; look++) {
      collections += 10;
      assertThat(rule.isDue(400 * MB, collections)).as("in the peak").isFalse();
    }
    assertThat(rule.isDue(400 * MB, collections)).as("after it").isTrue();
  }

  @Test
  void aShortPeakDoesNotEndTheLongWait() {
    assertThat(rule.isDue(100 * MB, 0)).isFalse();
    assertThat(rule.isDue(300 * MB, 0)).isTrue();
    collect(300 * MB);
    assertThat(rule.isDue(400 * MB, 10)).isFalse();
    assertThat(rule.isDue(400 * MB, 10)).isFalse();
  }
}
