package io.glebe.core.cube.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.WebMercator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateFilter;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.util.GeometryFixer;
import org.locationtech.jts.simplify.DouglasPeuckerSimplifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every polygon in every vector tile of many parcels is valid, no parcel is missing and none has
 * another area. {@code -Dglebe.tiles.parcels=200000} is the number for a release; {@code
 * -Dglebe.tiles.coarsest=17} leaves out the zooms before.
 */
class ParcelTilesTest {
  private static final Logger LOG = LoggerFactory.getLogger(ParcelTilesTest.class);
  private static final int PARCELS = Integer.getInteger("glebe.tiles.parcels", 500);
  private static final long SEED = Long.getLong("glebe.tiles.seed", System.nanoTime());
  private static final int BATCH = 20_000;
  private static final int EXTENT = 4096;
  private static final double CIRCUMFERENCE = 2 * Math.PI * 6_378_137;

  /** Up to this zoom all tiles are read; at finer ones, those of some of the parcels. */
  private static final int ALL_TILES = 18;

  private static final int COARSEST = Integer.getInteger("glebe.tiles.coarsest", 0);
  private static final int FINEST = 22;

  private static final int CLOSE_UPS = 40;
  private static final int TILES_OF_CLOSE_UP = 60;

  /** From this zoom, no parcel is so small that another one is shown in its place. */
  private static final int EACH_SHOWN = 17;

  private static final CubeStation STATION = new CubeStation();
  private static final Geometry WINDOW =
      new GeometryFactory().toGeometry(new Envelope(0, EXTENT, 0, EXTENT));

  private final SeededParcels parcels = new SeededParcels(SEED, PARCELS);

  @AfterAll
  static void close() {
    STATION.close();
  }

  /** What the tiles of a zoom contain. */
  private static final class Seen {
    final LongAdder shapes = new LongAdder();
    final LongAdder faults = new LongAdder();
    final DoubleAdder area = new DoubleAdder();
    final Set<Long> ids = ConcurrentHashMap.newKeySet();
    final AtomicBoolean cut = new AtomicBoolean();
    final Queue<String> examples = new ConcurrentLinkedQueue<>();

    void add(TileId id, VectorTiles.Tile tile) {
      if (!tile.complete()) {
        cut.set(true);
      }
      for (TileShapes.Shape shape : TileShapes.of(tile.gzip())) {
        shapes.increment();
        ids.add(shape.id());
        if (!shape.fault().isEmpty()) {
          faults.increment();
          if (examples.size() < 5) {
            examples.add(id + " feature " + shape.id() + ": " + shape.fault());
          }
        } else {
          Geometry polygons = shape.geometry();
          boolean isInside = WINDOW.getEnvelopeInternal().contains(polygons.getEnvelopeInternal());
          area.add((isInside ? polygons : polygons.intersection(WINDOW)).getArea());
        }
      }
    }
  }

  private static void load(String collection, byte[] lines) {
    InputStream body = new ByteArrayInputStream(lines);
    STATION.cubes.items().load(STATION.owner(), collection, body, true).await();
  }

  private static Seen read(CubeCollection collection, List<TileId> tiles) {
    FeatureQuery all = FeatureQuery.of(Optional.empty(), Optional.empty(), PageRequest.first(1));
    VectorTiles service = STATION.cubes.vectorTiles();
    Seen seen = new Seen();
    tiles.parallelStream()
        .forEach(
            id -> {
              VectorTiles.TileQuery query = new VectorTiles.TileQuery(id, all, true, "");
              VectorTiles.Version version = new VectorTiles.Version(collection.id() + " " + id);
              seen.add(id, service.tile(collection, query, version).join());
            });
    return seen;
  }

  private static List<TileId> tiles(int zoom, Bounds metres) {
    double size = CIRCUMFERENCE / (1 << zoom);
    int west = (int) Math.floor((metres.minX() + CIRCUMFERENCE / 2) / size);
    int east = (int) Math.floor((metres.maxX() + CIRCUMFERENCE / 2) / size);
    int north = (int) Math.floor((CIRCUMFERENCE / 2 - metres.maxY()) / size);
    int south = (int) Math.floor((CIRCUMFERENCE / 2 - metres.minY()) / size);
    List<TileId> tiles = new ArrayList<>();
    for (int y = north; y <= south; y++) {
      for (int x = west; x <= east; x++) {
        tiles.add(new TileId(zoom, x, y));
      }
    }
    return tiles;
  }

  private static Bounds metres(Envelope degrees) {
    double[] xy = new double[4];
    WebMercator.INSTANCE.fromLonLat(degrees.getMinX(), degrees.getMinY(), xy, 0);
    WebMercator.INSTANCE.fromLonLat(degrees.getMaxX(), degrees.getMaxY(), xy, 2);
    return new Bounds(xy[0], xy[1], xy[2], xy[3]);
  }

  /** Tiles of zooms that are too fine for all tiles. */
  private static List<TileId> closeUps(int zoom, int count, IntFunction<Geometry> parcels) {
    Set<TileId> tiles = new LinkedHashSet<>();
    for (int i = 0; i < CLOSE_UPS; i++) {
      Bounds parcel = metres(parcels.apply(i * (count / CLOSE_UPS)).getEnvelopeInternal());
      List<TileId> ofParcel = tiles(zoom, parcel);
      tiles.addAll(ofParcel.subList(0, Math.min(TILES_OF_CLOSE_UP, ofParcel.size())));
    }
    return List.copyOf(tiles);
  }

  @Test
  void everyPolygonOfEveryTileIsValid() {
    String id = STATION.collection();
    for (int from = 0; from < PARCELS; from += BATCH) {
      load(id, parcels.lines(from, Math.min(from + BATCH, PARCELS)));
    }
    check("seed " + SEED, id, PARCELS, parcels::parcel);
  }

  /** 88 parcels of a square kilometre in Slovenia, where their file is. */
  @Test
  void everyPolygonOfRealParcelsIsValid() throws IOException {
    Path shared =
        Optional.ofNullable(System.getenv("GLEBE_SHARED_DATA"))
            .map(Path::of)
            .orElseGet(() -> Path.of("").toAbsolutePath().resolve("../../shared/data"));
    Path file = shared.resolve("s2-slovenia/parcels.geojson");
    assumeTrue(Files.isRegularFile(file), "the shared parcels are there");
    List<Geometry> real = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    for (JsonNode parcel : Json.parseObject(Files.readAllBytes(file)).path("features")) {
      real.add(GeoJson.toGeometry(parcel.path("geometry")));
      lines.append(Json.write(((ObjectNode) parcel).put("id", "r" + real.size()))).append('\n');
    }
    String id = STATION.collection();
    load(id, lines.toString().getBytes(StandardCharsets.UTF_8));
    check("real parcels", id, real.size(), real::get);
  }

  /**
   * How many parcels are too narrow for these units: no area is left of them when they are
   * simplified by a unit, and their vertices rounded.
   */
  private static int collapsed(double unit, int count, IntFunction<Geometry> parcels) {
    return (int)
        IntStream.range(0, count)
            .parallel()
            .filter(i -> isCollapsed(inUnits(unit, parcels.apply(i))))
            .count();
  }

  private static boolean isCollapsed(Geometry parcel) {
    DouglasPeuckerSimplifier simplifier = new DouglasPeuckerSimplifier(parcel);
    simplifier.setDistanceTolerance(1);
    simplifier.setEnsureValid(false);
    Geometry simple = simplifier.getResultGeometry().copy();
    simple.apply(each(c -> c.setCoordinate(new Coordinate(Math.rint(c.x), Math.rint(c.y)))));
    return GeometryFixer.fix(simple).getArea() == 0;
  }

  private static Geometry inUnits(double unit, Geometry parcel) {
    Geometry units = parcel.copy();
    double[] xy = new double[2];
    units.apply(
        each(
            c -> {
              WebMercator.INSTANCE.fromLonLat(c.x, c.y, xy, 0);
              c.setCoordinate(new Coordinate(xy[0] / unit, xy[1] / unit));
            }));
    return units;
  }

  private static CoordinateFilter each(CoordinateFilter change) {
    return change;
  }

  private static void check(String what, String id, int count, IntFunction<Geometry> parcels) {
    CubeCollection collection = STATION.cubes.collections().read(STATION.owner(), id).await();
    Envelope extent = new Envelope();
    double area = 0;
    for (int i = 0; i < count; i++) {
      Geometry parcel = parcels.apply(i);
      extent.expandToInclude(parcel.getEnvelopeInternal());
      area += MercatorShape.of(parcel).importance();
    }
    long shapes = 0;
    for (int zoom = COARSEST; zoom <= FINEST; zoom++) {
      List<TileId> tiles =
          zoom <= ALL_TILES ? tiles(zoom, metres(extent)) : closeUps(zoom, count, parcels);
      Seen seen = read(collection, tiles);
      shapes += seen.shapes.sum();
      String name = "zoom " + zoom + ", " + what;
      double unit = CIRCUMFERENCE / (1 << zoom) / EXTENT;
      double ratio = seen.area.sum() * unit * unit / area;
      LOG.info(
          "{}: {} tiles, {} polygons, {} invalid, {} parcels, area {}, {}",
          name,
          tiles.size(),
          seen.shapes,
          seen.faults,
          seen.ids.size(),
          ratio,
          seen.cut.get() ? "cut" : "complete");
      assertThat(seen.examples).as(name).isEmpty();
      if (zoom >= EACH_SHOWN && zoom <= ALL_TILES) {
        assertThat(seen.cut).as(name).isFalse();
        int missing = count - seen.ids.size();
        int collapsed = missing == 0 ? 0 : collapsed(unit, count, parcels);
        LOG.info("{}: {} parcels missing, {} collapsed", name, missing, collapsed);
        assertThat(missing).as(name).isBetween(0, collapsed);
        assertThat(ratio).as(name).isCloseTo(1, within(1e-3));
      }
    }
    LOG.info("{}: {} parcels, {} polygons in tiles", what, count, shapes);
  }
}
