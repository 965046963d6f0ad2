package io.glebe.bench.load;

import io.glebe.core.sample.SampleLand;
import io.glebe.core.sample.SampleSeasons;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Tiles of the sample, all different, so that the tile cache of a new process contains none of
 * them.
 */
final class SampleTiles {
  private static final int[] ZOOMS = {13, 14, 15, 16, 17};
  private static final List<String> LAYERS = List.of("NDVI", "B08");
  private static final double MARGIN = 50;
  private static final long SEED = 11;

  private SampleTiles() {}

  /** Paths in the spatio-temporal API, in a random order that is the same in every run. */
  static List<String> paths() {
    Bounds extent =
        new Bounds(
            SampleLand.WEST + MARGIN,
            SampleLand.NORTH - SampleLand.EDGE + MARGIN,
            SampleLand.WEST + SampleLand.EDGE - MARGIN,
            SampleLand.NORTH - MARGIN);
    List<Instant> all = new SampleSeasons(SampleLand.create()).dates();
    List<Instant> dates = all.subList(all.size() - SampleSeasons.DATES, all.size());
    List<String> paths = new ArrayList<>();
    for (TileId tile : UtmTiles.of(SampleLand.EPSG, extent, ZOOMS)) {
      for (Instant date : dates) {
        for (String layer : LAYERS) {
          paths.add(
              "/collections/demo-s2/tiles/WebMercatorQuad/%d/%d/%d?layers=%s&datetime=%s"
                  .formatted(tile.zoom(), tile.x(), tile.y(), layer, date));
        }
      }
    }
    Collections.shuffle(paths, new Random(SEED));
    return paths;
  }
}
