package io.glebe.tile.pmtiles;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.tile.grid.TileId;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HilbertIdTest {
  @Test
  void theNumbersMatchTheSpecification() {
    assertThat(HilbertId.of(new TileId(0, 0, 0))).isZero();
    assertThat(HilbertId.of(new TileId(1, 0, 0))).isEqualTo(1);
    assertThat(HilbertId.of(new TileId(1, 0, 1))).isEqualTo(2);
    assertThat(HilbertId.of(new TileId(1, 1, 1))).isEqualTo(3);
    assertThat(HilbertId.of(new TileId(1, 1, 0))).isEqualTo(4);
    assertThat(HilbertId.of(new TileId(2, 0, 0))).isEqualTo(5);
    assertThat(HilbertId.of(new TileId(12, 3423, 1763))).isEqualTo(19_078_479);
  }

  @Test
  void everyNumberHasItsOwnTileAndNeighboursOnTheCurveTouch() {
    TileId before = HilbertId.tile(85); // the first of zoom 4
    for (long id = 85; id < 341; id++) {
      TileId tile = HilbertId.tile(id);
      assertThat(HilbertId.of(tile)).isEqualTo(id);
      assertThat(Math.abs(tile.x() - before.x()) + Math.abs(tile.y() - before.y()))
          .isLessThanOrEqualTo(1);
      before = tile;
    }
    long seed = 7;
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      int zoom = random.nextInt(25);
      TileId tile = new TileId(zoom, random.nextInt(1 << zoom), random.nextInt(1 << zoom));
      assertThat(HilbertId.tile(HilbertId.of(tile))).as("seed %d", seed).isEqualTo(tile);
    }
  }
}
