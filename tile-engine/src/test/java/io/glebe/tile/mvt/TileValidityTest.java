package io.glebe.tile.mvt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sebasbaumh.mapbox.vectortile.adapt.jts.MvtReader;
import io.github.sebasbaumh.mapbox.vectortile.adapt.jts.TagKeyValueMapConverter;
import io.github.sebasbaumh.mapbox.vectortile.adapt.jts.model.JtsLayer;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.valid.IsValidOp;

/**
 * Every polygon of a tile is valid for other programs, at every scale, and covers what its source
 * covers.
 */
class TileValidityTest {
  private static final GeometryFactory JTS = new GeometryFactory();
  private static final int EXTENT = 4096;
  private static final TileGrid GRID = new TileGrid(0, EXTENT, EXTENT, EXTENT);
  private static final int BUFFER = MvtOptions.DEFAULT.buffer();

  /** The number of polygons; the release check uses 200,000. */
  private static final int POLYGONS = Integer.getInteger("glebe.mvt.polygons", 3_000);

  private final long seed = Long.getLong("glebe.mvt.seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** A simple ring with bays, corridors and spikes: a comb, a star or a crooked strip. */
  private double[] ring(double cx, double cy, double radius) {
    return switch (random.nextInt(3)) {
      case 0 -> star(cx, cy, radius, 0.05);
      case 1 -> comb(cx, cy, radius);
      default -> star(cx, cy, radius, 0.8);
    };
  }

  private double[] star(double cx, double cy, double radius, double least) {
    int vertices = 4 + random.nextInt(random.nextInt(8) == 0 ? 400 : 40);
    double[] xy = new double[2 * vertices];
    for (int i = 0; i < vertices; i++) {
      double angle = 2 * Math.PI * i / vertices;
      double r = radius * (least + (1 - least) * random.nextDouble());
      xy[2 * i] = cx + r * Math.cos(angle);
      xy[2 * i + 1] = cy + r * Math.sin(angle);
    }
    return xy;
  }

  /** Teeth of different widths on a common back, rotated. */
  private double[] comb(double cx, double cy, double radius) {
    int teeth = 1 + random.nextInt(8);
    double turn = random.nextDouble() * Math.PI;
    List<double[]> points = new ArrayList<>();
    points.add(new double[] {-1, -0.2 - 0.8 * random.nextDouble()});
    for (int i = 0; i < teeth; i++) {
      double from = -1 + 2.0 * i / teeth;
      double middle = from + (0.05 + 0.9 * random.nextDouble()) * 2 / teeth;
      points.add(new double[] {from, 1});
      points.add(new double[] {middle, 1});
      points.add(new double[] {middle, 0.01});
      points.add(new double[] {from + 2.0 / teeth - 1e-6, 0.01});
    }
    points.add(new double[] {1, -0.2 - 0.8 * random.nextDouble()});
    double[] xy = new double[2 * points.size()];
    for (int i = 0; i < points.size(); i++) {
      double x = points.get(i)[0] * radius;
      double y = points.get(i)[1] * radius;
      xy[2 * i] = cx + x * Math.cos(turn) - y * Math.sin(turn);
      xy[2 * i + 1] = cy + x * Math.sin(turn) + y * Math.cos(turn);
    }
    return xy;
  }

  private FlatGeometry polygon(double radius) {
    double cx = random.nextDouble() * EXTENT;
    double cy = random.nextDouble() * EXTENT;
    List<double[]> rings = new ArrayList<>();
    if (random.nextInt(4) == 0) {
      rings.add(star(cx, cy, radius, 0.7));
      rings.add(star(cx, cy, radius * 0.6, 0.1));
    } else {
      rings.add(ring(cx, cy, radius));
    }
    return FlatGeometry.polygon(rings);
  }

  private static Polygon jts(FlatGeometry g) {
    Polygon[] parts = new Polygon[g.parts()];
    for (int part = 0; part < g.parts(); part++) {
      Coordinate[] ring = new Coordinate[g.end(part) - g.start(part) + 1];
      for (int i = 0; i < ring.length - 1; i++) {
        ring[i] =
            new Coordinate(g.xy()[2 * (g.start(part) + i)], g.xy()[2 * (g.start(part) + i) + 1]);
      }
      ring[ring.length - 1] = ring[0];
      parts[part] = JTS.createPolygon(ring);
    }
    return parts.length == 1
        ? parts[0]
        : JTS.createPolygon(
            parts[0].getExteriorRing(),
            new org.locationtech.jts.geom.LinearRing[] {parts[1].getExteriorRing()});
  }

  private static List<Geometry> tile(MvtEncoder encoder) throws Exception {
    List<Geometry> all = new ArrayList<>();
    for (JtsLayer layer :
        MvtReader.loadMvt(
                new ByteArrayInputStream(encoder.finish().bytes()),
                JTS,
                new TagKeyValueMapConverter(),
                MvtReader.RING_CLASSIFIER_V2_1)
            .getLayers()) {
      all.addAll(layer.getGeometries());
    }
    return all;
  }

  /** The size of the polygons in units of the tile: from a point to several tiles. */
  @ParameterizedTest
  @ValueSource(doubles = {0.7, 2, 5, 20, 100, 1_000, 6_000, 40_000})
  void everyPolygonIsValidAndKeepsItsArea(double radius) throws Exception {
    check(radius, false);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.7, 2, 5, 20, 100, 1_000, 6_000, 40_000})
  void everyPolygonThatIsCutFromAPreparedOneIsValidAndKeepsItsArea(double radius) throws Exception {
    check(radius, true);
  }

  /**
   * The upper edge of the lower part of a field passes a corner of the upper part at a third of a
   * unit. Where the tile ends, it is rounded, and would lead through the corner.
   */
  @Test
  void anEdgeThatTheCutWouldMoveOntoAVertexStaysBesideIt() throws Exception {
    double[] field = {-164, 1, 36, 0, 40, -5, -30, 0, -164, -40, 200, -40, 200, 100, -164, 100};
    for (int i = 1; i < field.length; i += 2) {
      field[i] = EXTENT - 1_000 - field[i];
    }
    FlatGeometry shape = FlatGeometry.polygon(List.of(field));
    assertThat(jts(shape).isValid()).isTrue();
    MvtEncoder encoder = new MvtEncoder(MvtOptions.DEFAULT);
    encoder.begin(GRID, 0, 0);
    ShapeGrids grids = new ShapeGrids(List.of(GRID), 0);
    PreparedFeature feature = new PreparedFeature(OptionalLong.of(1), shape, new int[0], grids);
    encoder.layer("p", new AttributeTable(), List.of(feature));
    List<Geometry> found = tile(encoder);
    assertThat(found).hasSize(1);
    assertThat(new IsValidOp(found.getFirst()).isValid()).as(found.toString()).isTrue();
    Geometry window = JTS.toGeometry(new Envelope(-BUFFER, EXTENT, 0, EXTENT));
    assertThat(found.getFirst().getArea())
        .isCloseTo(jts(shape).intersection(window).getArea(), within(200.0));
  }

  private void check(double radius, boolean prepared) throws Exception {
    MvtEncoder encoder = new MvtEncoder(MvtOptions.DEFAULT);
    ShapeGrids grids = new ShapeGrids(List.of(GRID), 0);
    Geometry window =
        JTS.toGeometry(new Envelope(-BUFFER, EXTENT + BUFFER, -BUFFER, EXTENT + BUFFER));
    int written = 0;
    for (int i = 0; i < POLYGONS / 8; i++) {
      FlatGeometry shape = polygon(radius);
      Polygon source = jts(shape);
      if (!source.isValid()) {
        continue;
      }
      if (prepared) {
        AttributeTable table = new AttributeTable();
        encoder.begin(GRID, 0, 0);
        encoder.layer(
            "p", table, List.of(new PreparedFeature(OptionalLong.of(1), shape, new int[0], grids)));
      } else {
        encoder.begin(GRID.frame(0, 0));
        encoder.layer("p", List.of(MvtFeature.of(1, shape, Map.of())));
      }
      String name = "polygon %d of radius %s, seed %d: %s".formatted(i, radius, seed, source);
      double area = 0;
      double length = source.getLength();
      for (Geometry geometry : tile(encoder)) {
        IsValidOp check = new IsValidOp(geometry);
        assertThat(check.isValid()).as("%s: %s", name, check.getValidationError()).isTrue();
        area += geometry.getArea();
        written++;
      }
      Geometry visible = source.intersection(window);
      assertThat(area)
          .as(name)
          .isCloseTo(
              visible.getArea(), within(2 + 0.71 * Math.min(length, visible.getLength() + 4)));
    }
    assertThat(written).isPositive();
  }
}
