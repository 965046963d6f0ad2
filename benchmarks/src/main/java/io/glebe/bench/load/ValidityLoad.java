package io.glebe.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.bench.mvt.Field;
import io.glebe.core.json.Json;
import io.glebe.tile.deflate.MatchDeflater;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.WebMercator;
import io.glebe.tile.mvt.AttributeTable;
import io.glebe.tile.mvt.FlatGeometry;
import io.glebe.tile.mvt.MvtEncoder;
import io.glebe.tile.mvt.MvtOptions;
import io.glebe.tile.mvt.PreparedFeature;
import io.glebe.tile.mvt.ShapeGrids;
import io.glebe.tile.mvt.TileGrid;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the repair of polygons costs: the same vector tiles with and without it, in turns in one
 * process. Features are simplified and prepared as the platform does it for the zoom. The real
 * parcels are read from {@code parcels.geojson} below {@code GLEBE_SHARED_DATA}.
 */
public final class ValidityLoad {
  private static final Logger LOG = LoggerFactory.getLogger(ValidityLoad.class);
  private static final int EXTENT = MvtOptions.DEFAULT.extent();

  /** From this zoom blocks have all vertices, and the shapes of a zoom are simplified. */
  private static final int EXACT = 16;

  /** Deviation of a simplified outline, in units of the finest zoom of a block. */
  private static final double TOLERANCE = 3;

  private static final int FIELDS = 4_000;
  private static final double SIDE = 28_000;
  private static final double WEST = 1_700_000;
  private static final double SOUTH = 5_770_000;
  private static final int TILES = 24;
  private static final int WARM_UP = 20;
  private static final int ROUNDS = 41;
  private static final long SLICE = 5_000_000;

  /** Other work of the machine does not count. */
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private ValidityLoad() {}

  /**
   * Tiles of one zoom, with the features that they show.
   *
   * @param plain the same features as they were written before polygons were repaired, when shapes
   *     were not kept from zoom {@value #EXACT}
   */
  private record Scene(
      TileGrid grid,
      List<TileId> ids,
      AttributeTable table,
      List<List<PreparedFeature>> plain,
      List<List<PreparedFeature>> features) {

    int shown() {
      return features.stream().mapToInt(List::size).sum();
    }
  }

  public static void main(String[] args) throws IOException {
    List<String> rows = new ArrayList<>();
    Map<String, List<Field>> sources = new LinkedHashMap<>();
    real().ifPresent(fields -> sources.put("real parcels", fields));
    for (String form : List.of("round", "bays", "holes")) {
      sources.put(form, Field.some(FIELDS, WEST, SOUTH, SIDE, form));
    }
    sources.forEach(
        (name, fields) -> {
          double[] all = new double[2];
          for (int zoom = 10; zoom <= 18; zoom += 2) {
            rows.add(row(name, zoom, scene(fields, zoom), all));
          }
          rows.add(
              String.format(Locale.ROOT, "| %s | all | | | | | | %.2f |", name, all[1] / all[0]));
        });
    LOG.info(
        "microseconds of CPU time of a tile\n"
            + "| fields | zoom | tiles | features in a tile | without repair | with it | ratio"
            + " | ratio with compression |\n"
            + "|---|---|---|---|---|---|---|---|\n{}",
        String.join("\n", rows));
  }

  private static Optional<List<Field>> real() throws IOException {
    Path file =
        Path.of(
            Optional.ofNullable(System.getenv("GLEBE_SHARED_DATA")).orElse("shared/data"),
            "s2-slovenia/parcels.geojson");
    if (!Files.isRegularFile(file)) {
      LOG.info("no real parcels: {} is not there", file);
      return Optional.empty();
    }
    List<Field> fields = new ArrayList<>();
    for (JsonNode feature : Json.parseObject(Files.readAllBytes(file)).path("features")) {
      Map<String, Object> attributes = new LinkedHashMap<>();
      feature
          .path("properties")
          .properties()
          .forEach(member -> attributes.put(member.getKey(), member.getValue().asText()));
      JsonNode rings = feature.path("geometry").path("coordinates");
      boolean isMulti = feature.path("geometry").path("type").asText().startsWith("Multi");
      for (JsonNode polygon : isMulti ? rings : List.of(rings)) {
        fields.add(new Field(FlatGeometry.polygon(metres(polygon)), attributes));
      }
    }
    return Optional.of(fields);
  }

  private static List<double[]> metres(JsonNode polygon) {
    List<double[]> rings = new ArrayList<>();
    for (JsonNode ring : polygon) {
      double[] xy = new double[2 * ring.size()];
      for (int i = 0; i < ring.size(); i++) {
        JsonNode place = ring.get(i);
        WebMercator.INSTANCE.fromLonLat(
            place.get(0).asDouble(), place.get(1).asDouble(), xy, 2 * i);
      }
      rings.add(xy);
    }
    return rings;
  }

  private static Scene scene(List<Field> fields, int zoom) {
    Bounds world = TileMatrixSet.WEB_MERCATOR_QUAD.bounds(new TileId(0, 0, 0));
    double size = world.width() / (1 << zoom);
    TileGrid grid = new TileGrid(world.minX(), world.maxY(), size, EXTENT);
    boolean isExact = zoom >= EXACT;
    ShapeGrids grids = new ShapeGrids(List.of(grid), isExact ? 1 : 0);
    ShapeGrids plainGrids = isExact ? ShapeGrids.NONE : grids;
    AttributeTable table = new AttributeTable();
    List<PreparedFeature> prepared = new ArrayList<>();
    IdentityHashMap<PreparedFeature, PreparedFeature> plain = new IdentityHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      FlatGeometry shape = fields.get(i).shape();
      FlatGeometry kept = isExact ? shape : shape.simplified(TOLERANCE * size / EXTENT / 2);
      int[] tags = table.tags(fields.get(i).attributes());
      PreparedFeature feature = new PreparedFeature(OptionalLong.of(i), kept, tags, grids);
      prepared.add(feature);
      plain.put(feature, new PreparedFeature(OptionalLong.of(i), kept, tags, plainGrids));
    }
    Map<TileId, List<PreparedFeature>> tiles = new LinkedHashMap<>();
    double buffer = size * MvtOptions.DEFAULT.buffer() / EXTENT;
    for (PreparedFeature feature : prepared) {
      FlatGeometry shape = feature.geometry();
      int east = (int) ((shape.maxX() + buffer - world.minX()) / size);
      int south = (int) ((world.maxY() - shape.minY() + buffer) / size);
      for (int x = (int) ((shape.minX() - buffer - world.minX()) / size); x <= east; x++) {
        for (int y = (int) ((world.maxY() - shape.maxY() - buffer) / size); y <= south; y++) {
          tiles.computeIfAbsent(new TileId(zoom, x, y), id -> new ArrayList<>()).add(feature);
        }
      }
    }
    List<TileId> ids = new ArrayList<>();
    List<List<PreparedFeature>> shown = new ArrayList<>();
    int step = Math.max(1, tiles.size() / TILES);
    int at = 0;
    for (Map.Entry<TileId, List<PreparedFeature>> tile : tiles.entrySet()) {
      if (at++ % step == 0) {
        ids.add(tile.getKey());
        shown.add(tile.getValue());
      }
    }
    List<List<PreparedFeature>> before =
        shown.stream().map(each -> each.stream().map(plain::get).toList()).toList();
    return new Scene(grid, ids, table, before, shown);
  }

  /**
   * Measures the tiles of a zoom.
   *
   * @param all receives the sums of a tile as it is served, without and with the repair
   */
  private static String row(String name, int zoom, Scene scene, double[] all) {
    MvtOptions options = MvtOptions.DEFAULT.withTolerance(zoom >= EXACT ? 1 : 0);
    MvtEncoder[] encoders = {new MvtEncoder(options.withoutRepair()), new MvtEncoder(options)};
    double[] plain = micros(scene, encoders, false);
    double[] packed = micros(scene, encoders, true);
    all[0] += packed[0];
    all[1] += packed[1];
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %.1f | %.1f | %.1f | %.2f | %.2f |",
        name,
        zoom,
        scene.ids().size(),
        (double) scene.shown() / scene.ids().size(),
        plain[0],
        plain[1],
        plain[1] / plain[0],
        packed[1] / packed[0]);
  }

  /** The median of all rounds for each encoder, in microseconds of CPU time of a tile. */
  private static double[] micros(Scene scene, MvtEncoder[] encoders, boolean compressed) {
    Optional<MatchDeflater> deflater =
        compressed ? Optional.of(new MatchDeflater()) : Optional.empty();
    double[][] rounds = new double[encoders.length][ROUNDS];
    byte[] out = new byte[1 << 22];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (int i = 0; i < encoders.length; i++) {
        // the first of a round changes from round to round
        int encoder = (i + round & 1) % encoders.length;
        long start = CLOCK.getCurrentThreadCpuTime();
        long tiles = 0;
        while (CLOCK.getCurrentThreadCpuTime() - start < SLICE) {
          for (int tile = 0; tile < scene.ids().size(); tile++) {
            List<PreparedFeature> features =
                encoder == 0 ? scene.plain().get(tile) : scene.features().get(tile);
            encode(scene, tile, features, encoders[encoder], deflater, out);
          }
          tiles += scene.ids().size();
        }
        if (round >= 0) {
          rounds[encoder][round] = (CLOCK.getCurrentThreadCpuTime() - start) / 1e3 / tiles;
        }
      }
    }
    return Arrays.stream(rounds)
        .mapToDouble(each -> Arrays.stream(each).sorted().toArray()[ROUNDS / 2])
        .toArray();
  }

  private static void encode(
      Scene scene,
      int tile,
      List<PreparedFeature> features,
      MvtEncoder encoder,
      Optional<MatchDeflater> deflater,
      byte[] out) {
    TileId id = scene.ids().get(tile);
    encoder.begin(scene.grid(), id.x(), id.y());
    encoder.layer("fields", scene.table(), features);
    byte[] bytes = encoder.finish().bytes();
    deflater.ifPresent(each -> each.deflate(bytes, bytes.length, out, 0));
  }
}
