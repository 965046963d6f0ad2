package io.glebe.tile.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TileIdTest {
  private static final long SEED = 4711;

  @Test
  void packedFormIsABijection() {
    Set<Long> seen = new HashSet<>();
    for (int zoom = 0; zoom <= 5; zoom++) {
      for (int x = 0; x < 1 << zoom; x++) {
        for (int y = 0; y < 1 << zoom; y++) {
          TileId tile = new TileId(zoom, x, y);
          assertThat(seen.add(tile.packed())).isTrue();
          assertThat(TileId.of(tile.packed())).isEqualTo(tile);
        }
      }
    }
    Random random = new Random(SEED);
    for (int i = 0; i < 100_000; i++) {
      int zoom = random.nextInt(TileId.MAX_ZOOM + 1);
      TileId tile = new TileId(zoom, random.nextInt(2 << zoom), random.nextInt(1 << zoom));
      assertThat(TileId.of(tile.packed())).as("seed " + SEED).isEqualTo(tile);
    }
  }

  @Test
  void packedFormSortsByZoom() {
    assertThat(new TileId(3, 7, 7).packed()).isLessThan(new TileId(4, 0, 0).packed());
    assertThat(new TileId(28, (1 << 29) - 1, (1 << 29) - 1).packed()).isPositive();
  }

  @Test
  void impossibleAddressesAreRefused() {
    assertThatThrownBy(() -> new TileId(-1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TileId(29, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TileId(3, -1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TileId(3, 0, 1 << 29))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
