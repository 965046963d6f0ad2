package io.glebe.core.cube.item;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.database.fixture.LockedTable;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import io.glebe.tile.grid.TileId;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Features of tiles are read and prepared for few tiles at a time. */
class TilesInTurnTest {
  private static final CubeStation STATION = new CubeStation();

  /** A tile for each 256 MB of heap. */
  private static final int TILES = Math.clamp(Runtime.getRuntime().maxMemory() >> 28, 1, 64);

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static CubeCollection collection() {
    String id = STATION.collection();
    String feature =
        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [15, 46]},"
            + " \"properties\": {}}";
    byte[] body = feature.getBytes(StandardCharsets.UTF_8);
    STATION.cubes.items().load(STATION.owner(), id, new ByteArrayInputStream(body), false).await();
    return STATION.cubes.collections().read(STATION.owner(), id).await();
  }

  private static CompletableFuture<VectorTiles.Tile> tile(CubeCollection collection) {
    VectorTiles tiles = STATION.cubes.vectorTiles();
    FeatureQuery all = FeatureQuery.of(Optional.empty(), Optional.empty(), PageRequest.first(1));
    VectorTiles.TileQuery query = new VectorTiles.TileQuery(new TileId(0, 0, 0), all, true, "");
    return tiles.tile(collection, query, tiles.version(collection, query).await());
  }

  @Test
  void tilesOfManyCollectionsAreReadInTurn() throws Exception {
    List<CubeCollection> collections = new ArrayList<>();
    for (int i = 0; i < TILES + 5; i++) {
      collections.add(collection());
    }
    List<CompletableFuture<VectorTiles.Tile>> tiles;
    try (LockedTable locked = new LockedTable(STATION.farm.database, "cube_item")) {
      tiles = collections.stream().map(TilesInTurnTest::tile).toList();
      Awaitility.await().until(() -> locked.readers() >= Math.min(TILES, 12));
      assertThat(locked.mostReaders()).isEqualTo(Math.min(TILES, 12));
    }
    for (CompletableFuture<VectorTiles.Tile> tile : tiles) {
      assertThat(tile.get(1, TimeUnit.MINUTES).isEmpty()).isFalse();
    }
  }
}
