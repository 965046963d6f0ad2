package io.glebe.api.spatio.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.pmtiles.ArchiveIndex;
import io.glebe.tile.pmtiles.ContentDigest;
import io.glebe.tile.pmtiles.HilbertId;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives that are too large for one directory, read with the reference reader of the format. */
final class PmtilesArchiveTest {
  private static final int ZOOM = 8;
  private static final long SEED = 20260501;

  @TempDir Path folder;

  /** Half of all tiles are identical, every seventh is missing, and the others are unique. */
  private static byte[] content(long id, Random random) {
    boolean own = random.nextBoolean();
    String text = own ? "tile " + HilbertId.tile(id) + "-".repeat(random.nextInt(40)) : "empty";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void everyTileOfAnArchiveWithLeafDirectoriesIsFound() throws Exception {
    Random random = new Random(SEED);
    ArchiveIndex index = new ArchiveIndex();
    ByteArrayOutputStream contents = new ByteArrayOutputStream();
    long first = HilbertId.of(new TileId(ZOOM, 0, 0));
    long end = HilbertId.of(new TileId(ZOOM + 1, 0, 0));
    for (long id = first; id < end; id++) {
      byte[] bytes = content(id, random);
      if (id % 7 != 0 && index.add(id, ContentDigest.of(bytes), bytes.length)) {
        contents.writeBytes(bytes);
      }
    }
    Path archive = folder.resolve("large.pmtiles");
    try (OutputStream out = Files.newOutputStream(archive)) {
      index.writeHead(new Bounds(-180, -85, 180, 85), "{\"name\":\"test\"}", out);
      contents.writeTo(out);
    }

    long[] requested = {first, first + 1, first + 2, (first + end) / 2, end - 2, end - 1};
    String[] tiles = new String[requested.length];
    for (int i = 0; i < requested.length; i++) {
      tiles[i] = HilbertId.tile(requested[i]).toString();
    }
    JsonNode read = PmtilesReader.read(archive, tiles);

    assertThat(read.path("header").path("leafDirectoryLength").asLong()).isPositive();
    assertThat(read.path("header").path("numAddressedTiles").asLong()).isEqualTo(index.addressed());
    assertThat(read.path("header").path("numTileContents").asLong())
        .isEqualTo(index.contents())
        .isLessThan(index.addressed() * 6 / 10);
    assertThat(read.path("header").path("numTileEntries").asLong()).isLessThan(index.addressed());
    Random again = new Random(SEED);
    for (long id = first; id < end; id++) {
      byte[] bytes = content(id, again);
      String tile = HilbertId.tile(id).toString();
      if (Arrays.asList(tiles).contains(tile)) {
        JsonNode found = read.path("tiles").path(tile);
        assertThat(found.isMissingNode()).as("seed %d, tile %s", SEED, tile).isEqualTo(id % 7 == 0);
        assertThat(id % 7 == 0 ? bytes : found.binaryValue()).isEqualTo(bytes);
      }
    }
  }
}
