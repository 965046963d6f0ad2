package io.glebe.bench.load;

import io.glebe.api.boot.Platform;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.cube.collection.CollectionBody;
import io.glebe.core.cube.item.VectorTiles;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import io.glebe.tile.grid.TileId;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Vector tiles of 20,164 fields with 43 vertices and five attributes, at several zooms. Our tiles
 * come from blocks in memory and are encoded and compressed for each request. For comparison,
 * {@code ST_AsMVT} of PostGIS (without compression and HTTP) on the same fields in the same run. A
 * tile of zoom 12 has about 500 fields; the number grows by a factor of four per zoom.
 */
public final class MvtLoad {
  private static final Logger LOG = LoggerFactory.getLogger(MvtLoad.class);
  private static final int SIDE = 142;
  private static final int VERTICES = 43;
  private static final double STEP = 440;
  private static final double WEST = 1_700_000;
  private static final double SOUTH = 5_770_000;
  private static final double WORLD = 20037508.342789244;
  private static final int TILES = 16;
  private static final long NANOS = 2_000_000_000L;

  private MvtLoad() {}

  /** A field with its outline in Web Mercator metres. */
  private record Field(
      int id, String crop, double area, String status, String village, double[] ring) {}

  public static void main(String[] args) throws Exception {
    List<Field> fields = fields();
    Path data = Files.createTempDirectory("glebe-mvt-");
    Settings settings =
        Settings.defaults()
            .with(ProcessSettings.DATA_DIR, data.toString())
            .with(HttpSettings.HTTP_PORT, "0")
            .with(HttpSettings.HTTP_HOST, "127.0.0.1")
            .with(ProcessSettings.SAMPLE, "false")
            .with(SpatioSettings.WARM_UP, "false")
            .with(ProcessSettings.AREAS, "spatio,identity,development-identity");
    List<String> rows = new ArrayList<>();
    try (Platform platform = Platform.start(settings);
        PostgisPeer postgis = PostgisPeer.start()) {
      CubeCollection collection = load(platform, fields);
      postgis.load(fields.stream().map(MvtLoad::copyLine).toList());
      VectorTiles tiles =
          new VectorTiles(platform.cubes().items(), platform.cubes().engine(), 0, 512L << 20);
      for (int zoom = 15; zoom >= 10; zoom--) {
        List<TileId> ids = middle(zoom);
        double ours = ours(tiles, collection, ids);
        Optional<PostgisPeer.Run> peer = postgis.run(ids);
        rows.add(
            String.format(
                Locale.ROOT,
                "| %d | %.2f | %s | %s | %s | %s |",
                zoom,
                ours,
                peer.map(run -> format("%.2f", run.millis())).orElse("not installed"),
                peer.map(run -> format("%.1f", run.millis() / ours)).orElse(""),
                sizes(tiles, collection, ids),
                peer.map(run -> format("%.1f", run.bytes() / 1e3)).orElse("")));
      }
    }
    LOG.info(
        "milliseconds a tile\n"
            + "| zoom | ours, CPU, compressed | ST_AsMVT, one backend | times"
            + " | ours, kB (compressed) | theirs, kB |\n"
            + "|---|---|---|---|---|---|\n"
            + "{}",
        String.join("\n", rows));
  }

  private static String format(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }

  private static List<Field> fields() {
    Random random = new Random(7);
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < SIDE * SIDE; i++) {
      double x = WEST + STEP * (i % SIDE + 0.5);
      int row = i / SIDE;
      double y = SOUTH + STEP * (row + 0.5);
      double[] ring = new double[2 * VERTICES];
      for (int v = 0; v < VERTICES; v++) {
        double angle = 2 * Math.PI * v / VERTICES;
        double radius = STEP * (0.42 + 0.06 * random.nextDouble());
        ring[2 * v] = x + radius * Math.cos(angle);
        ring[2 * v + 1] = y + radius * Math.sin(angle);
      }
      fields.add(
          new Field(
              i,
              "crop-" + random.nextInt(12),
              random.nextInt(100_000) / 100.0,
              random.nextBoolean() ? "ACTIVE" : "FALLOW",
              "village-" + random.nextInt(40),
              ring));
    }
    return fields;
  }

  private static CubeCollection load(Platform platform, List<Field> fields) {
    var cubes = platform.cubes();
    cubes
        .collections()
        .create(
            Caller.system(),
            CollectionBody.parse(Json.object().put("id", "fields").put("access", "signed-in")))
        .await();
    StringBuilder lines = new StringBuilder();
    fields.forEach(field -> lines.append(geoJson(field)).append('\n'));
    cubes
        .items()
        .load(
            Caller.system(),
            "fields",
            new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8)),
            true)
        .await();
    return cubes.collections().require(Caller.system(), "fields", Action.READ).await();
  }

  private static String geoJson(Field field) {
    StringBuilder ring = new StringBuilder();
    for (int v = 0; v <= VERTICES; v++) {
      double x = field.ring()[2 * (v % VERTICES)];
      double y = field.ring()[2 * (v % VERTICES) + 1];
      ring.append(v == 0 ? "" : ",")
          .append(
              String.format(
                  Locale.ROOT,
                  "[%.7f,%.7f]",
                  x / WORLD * 180,
                  Math.toDegrees(Math.atan(Math.sinh(y / WORLD * Math.PI)))));
    }
    return String.format(
        Locale.ROOT,
        "{\"type\":\"Feature\",\"id\":\"f%d\",\"properties\":{\"crop\":\"%s\",\"area\":%.2f,"
            + "\"status\":\"%s\",\"village\":\"%s\"},\"geometry\":{\"type\":\"Polygon\","
            + "\"coordinates\":[[%s]]}}",
        field.id(),
        field.crop(),
        field.area(),
        field.status(),
        field.village(),
        ring);
  }

  private static String copyLine(Field field) {
    StringBuilder ring = new StringBuilder();
    for (int v = 0; v <= VERTICES; v++) {
      ring.append(v == 0 ? "" : ",")
          .append(
              String.format(
                  Locale.ROOT,
                  "%.2f %.2f",
                  field.ring()[2 * (v % VERTICES)],
                  field.ring()[2 * (v % VERTICES) + 1]));
    }
    return field.id()
        + "\t"
        + field.crop()
        + "\t"
        + field.area()
        + "\t"
        + field.status()
        + "\t"
        + field.village()
        + "\tSRID=3857;POLYGON(("
        + ring
        + "))";
  }

  /** Tiles around the centre of the fields. */
  private static List<TileId> middle(int zoom) {
    double tiles = 1 << zoom;
    double extent = SIDE * STEP;
    int column = (int) ((WEST + extent / 2 + WORLD) / (2 * WORLD) * tiles);
    int row = (int) ((WORLD - SOUTH - extent / 2) / (2 * WORLD) * tiles);
    int side = zoom <= 11 ? 1 : (int) Math.sqrt(TILES);
    List<TileId> ids = new ArrayList<>();
    for (int i = 0; i < side * side; i++) {
      ids.add(new TileId(zoom, column + i % side, row + i / side));
    }
    return ids;
  }

  /** CPU milliseconds of this process per tile. */
  private static double ours(VectorTiles tiles, CubeCollection collection, List<TileId> ids) {
    round(tiles, collection, ids, 2 * NANOS);
    long cpu = Requests.cpuNanos();
    int done = round(tiles, collection, ids, NANOS);
    return (Requests.cpuNanos() - cpu) / 1e6 / done;
  }

  /** Kilobytes of a tile before and after compression. */
  private static String sizes(VectorTiles tiles, CubeCollection collection, List<TileId> ids) {
    double plain = 0;
    double packed = 0;
    for (TileId id : ids) {
      byte[] gzip = tile(tiles, collection, id).gzip();
      // the last bytes of a gzip file hold the uncompressed size
      plain += ByteBuffer.wrap(gzip).order(ByteOrder.LITTLE_ENDIAN).getInt(gzip.length - 4);
      packed += gzip.length;
    }
    return format("%.1f", plain / ids.size() / 1e3) + format(" (%.1f)", packed / ids.size() / 1e3);
  }

  private static int round(
      VectorTiles tiles, CubeCollection collection, List<TileId> ids, long nanos) {
    long until = System.nanoTime() + nanos;
    int done = 0;
    while (System.nanoTime() < until || done < ids.size()) {
      tile(tiles, collection, ids.get(done % ids.size()));
      done++;
    }
    return done;
  }

  /**
   * Requests a tile under a new name each time, because the same name would return the cached tile.
   */
  private static VectorTiles.Tile tile(VectorTiles tiles, CubeCollection collection, TileId id) {
    FeatureQuery everything =
        FeatureQuery.of(Optional.empty(), Optional.empty(), PageRequest.first(1));
    VectorTiles.TileQuery query =
        new VectorTiles.TileQuery(id, everything, true, Long.toString(System.nanoTime()));
    VectorTiles.Version version = tiles.version(collection, query).await();
    return tiles.tile(collection, query, version).join();
  }
}
