package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.tile.OwnJvm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks the hot path: plan and render of a tile from cached chunks allocate its bytes and little
 * more.
 */
class AllocationTest {
  /** Bytes that a tile may allocate besides its result: plan, warp, leases, small objects. */
  private static final long ALLOWED = 24 << 10;

  @ParameterizedTest
  @CsvSource({"1, 2", "1, 3", "3, 2", "3, 3"})
  void aWarmTileAllocatesNoMoreThanItsResultAndASmallRest(int bands, int avx) throws Exception {
    long[] bytes = OwnJvm.sizeAndAllocation(avx, AllocationProbe.class, bands, ALLOWED);
    assertThat(bytes[1])
        .as("bytes allocated for a tile of %d bytes", bytes[0])
        .isLessThanOrEqualTo(bytes[0] + ALLOWED);
  }
}
