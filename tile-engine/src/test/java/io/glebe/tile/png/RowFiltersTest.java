package io.glebe.tile.png;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.zarr.vector.Vectors;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowFiltersTest {
  private static final long SEED = 77;

  @Test
  void bothFormsLeaveTheSameResiduals() {
    assertThat(Vectors.present()).as("asking loads their module").isTrue();
    Random random = new Random(SEED);
    for (int channels = 1; channels <= 4; channels++) {
      for (int width : new int[] {1, 5, 31, 64, 200}) {
        for (TestImage image : TestImage.values()) {
          byte[] pixels = image.bytes(width, 9, channels, random);
          byte[] plain = new byte[(width * channels + 1) * 9 + RowFilters.SLACK];
          byte[] vector = new byte[plain.length];
          int a =
              new RowFilters(() -> ScalarFilters.INSTANCE)
                  .apply(pixels, width * channels, 9, channels, plain);
          int b =
              new RowFilters(() -> VectorFilters.INSTANCE)
                  .apply(pixels, width * channels, 9, channels, vector);
          assertThat(b).isEqualTo(a);
          assertThat(vector).as("seed " + SEED).startsWith(java.util.Arrays.copyOf(plain, a));
        }
      }
    }
  }
}
