package io.glebe.tile.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TileMatrixSetTest {
  private static final TileMatrixSet WEB = TileMatrixSet.WEB_MERCATOR_QUAD;
  private static final TileMatrixSet GEO = TileMatrixSet.WORLD_CRS84_QUAD;

  /** Scale denominators from annex D of the standard. */
  @Test
  void scalesMatchTheStandard() {
    assertThat(WEB.matrix(0).scaleDenominator()).isEqualTo(559082264.0287178);
    assertThat(WEB.matrix(14).scaleDenominator()).isCloseTo(34123.67334, within(1e-4));
    assertThat(WEB.matrix(0).cellSize()).isCloseTo(156543.03392804097, within(1e-8));
    assertThat(GEO.matrix(0).scaleDenominator()).isEqualTo(279541132.0143589);
    assertThat(GEO.matrix(0).cellSize()).isEqualTo(0.703125);
    assertThat(GEO.matrix(0).columns()).isEqualTo(2);
    assertThat(TileMatrixSet.byId("WebMercatorQuad")).contains(WEB);
    assertThat(TileMatrixSet.byId("webmercatorquad")).isEmpty();
    assertThat(WEB.uri()).endsWith("/WebMercatorQuad");
  }

  @Test
  void tilesCoverTheWorldOnce() {
    for (TileMatrixSet set : TileMatrixSet.values()) {
      TileMatrix matrix = set.matrix(3);
      double area = 0;
      for (int x = 0; x < matrix.columns(); x++) {
        for (int y = 0; y < matrix.rows(); y++) {
          Bounds box = set.bounds(new TileId(3, x, y));
          area += box.width() * box.height();
          TileRange range = set.covering(box, 3).orElseThrow();
          assertThat(range).isEqualTo(new TileRange(3, x, y, x, y));
        }
      }
      assertThat(area)
          .isCloseTo(set.extent().width() * set.extent().height(), within(area * 1e-12));
      assertThat(set.covering(set.extent(), 3).orElseThrow().count())
          .isEqualTo((long) matrix.columns() * matrix.rows());
    }
  }

  @Test
  void addressesOutsideTheMatrixAreKnown() {
    assertThat(WEB.contains(new TileId(2, 3, 3))).isTrue();
    assertThat(WEB.contains(new TileId(2, 4, 0))).isFalse();
    assertThat(GEO.contains(new TileId(2, 7, 3))).isTrue();
    assertThat(GEO.contains(new TileId(2, 7, 4))).isFalse();
    assertThat(WEB.contains(new TileId(25, 0, 0))).isFalse();
    assertThat(WEB.covering(new Bounds(3e7, 3e7, 4e7, 4e7), 5)).isEmpty();
  }
}
