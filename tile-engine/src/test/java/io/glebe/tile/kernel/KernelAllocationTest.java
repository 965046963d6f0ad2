package io.glebe.tile.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.tile.OwnJvm;
import io.glebe.tile.resample.Resampling;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After warm-up, a tile from window to PNG allocates its result and almost nothing else. */
class KernelAllocationTest {
  /** Bytes per tile; enough for a late recompilation, not for an array per row. */
  private static final long SPARE_BYTES = 4096;

  @ParameterizedTest
  @CsvSource({"NEAREST, 2", "NEAREST, 3", "BILINEAR, 2", "BILINEAR, 3"})
  void aWarmTileAllocatesItsResultOnly(Resampling method, int avx) throws Exception {
    long[] bytes = OwnJvm.sizeAndAllocation(avx, KernelAllocationProbe.class, method, SPARE_BYTES);
    assertThat(bytes[1])
        .as("bytes allocated for a tile of %d bytes", bytes[0])
        .isBetween(bytes[0], bytes[0] + SPARE_BYTES);
  }
}
