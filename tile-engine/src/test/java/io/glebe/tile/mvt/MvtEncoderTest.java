package io.glebe.tile.mvt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sebasbaumh.mapbox.vectortile.adapt.jts.MvtReader;
import io.github.sebasbaumh.mapbox.vectortile.adapt.jts.TagKeyValueMapConverter;
import io.github.sebasbaumh.mapbox.vectortile.adapt.jts.model.JtsLayer;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;

class MvtEncoderTest {
  private static final GeometryFactory JTS = new GeometryFactory();

  /** One map unit is one tile unit and y points downwards, so that tests can read coordinates. */
  private static final TileFrame UNIT = TileFrame.of(0, 0, 4096, 4096, 4096);

  @Test
  void theLibraryReadsBackPointsLinesAndPolygonsWithTheirAttributes() throws Exception {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("name", "Dolnji Čarovnik");
    attributes.put("area", 1.25);
    attributes.put("ratio", 0.5f);
    attributes.put("count", -7);
    attributes.put("big", 1L << 40);
    attributes.put("organic", true);
    attributes.put("missing", null);
    List<Geometry> read =
        read(
            MvtOptions.DEFAULT,
            MvtFeature.of(1, FlatGeometry.points(10, 4086, 20, 4076), attributes),
            MvtFeature.of(
                2, FlatGeometry.lines(new double[] {0, 0, 100, 0, 100, 100}, 3), attributes),
            MvtFeature.of(3, square(100, 100, 50), attributes));
    assertThat(read.get(0).toText()).isEqualTo("MULTIPOINT ((10 10), (20 20))");
    assertThat(read.get(1).toText()).isEqualTo("LINESTRING (0 4096, 100 4096, 100 3996)");
    assertThat(read.get(2).getArea()).isEqualTo(2500);
    @SuppressWarnings("unchecked")
    Map<String, Object> tags = (Map<String, Object>) read.get(2).getUserData();
    assertThat(tags)
        .containsEntry("name", "Dolnji Čarovnik")
        .containsEntry("area", 1.25)
        .containsEntry("ratio", 0.5f)
        .containsEntry("count", -7L)
        .containsEntry("big", 1L << 40)
        .containsEntry("organic", true)
        .doesNotContainKey("missing");
  }

  @Test
  void holesAndSeveralPolygonsAreKeptInEitherWinding() throws Exception {
    double[] outer = {100, 100, 400, 100, 400, 400, 100, 400, 100, 100};
    double[] hole = {200, 200, 300, 200, 300, 300, 200, 300, 200, 200};
    double[] second = {1000, 1000, 1000, 1100, 1100, 1100, 1100, 1000};
    double[] xy = new double[outer.length + hole.length + second.length];
    System.arraycopy(outer, 0, xy, 0, outer.length);
    System.arraycopy(hole, 0, xy, outer.length, hole.length);
    System.arraycopy(second, 0, xy, outer.length + hole.length, second.length);
    FlatGeometry g =
        FlatGeometry.polygons(xy, new int[] {5, 10, 14}, new boolean[] {true, false, true});
    assertThat(g.importance()).isEqualTo(300 * 300 - 100 * 100 + 100 * 100);
    Geometry read = read(MvtOptions.DEFAULT, MvtFeature.of(1, g, Map.of())).getFirst();
    assertThat(read.getGeometryType()).isEqualTo("MultiPolygon");
    assertThat(read.getNumGeometries()).isEqualTo(2);
    assertThat(((Polygon) read.getGeometryN(0)).getNumInteriorRing()).isEqualTo(1);
    assertThat(read.getArea()).isEqualTo(g.importance());
  }

  @Test
  void clippedAreaEqualsTheExactIntersectionForManyRandomPolygons() throws Exception {
    long seed = 20260;
    Random random = new Random(seed);
    Envelope tile = new Envelope(-64, 4160, -64, 4160);
    double error = 0;
    double length = 0;
    for (int i = 0; i < 300; i++) {
      double[] ring = star(random, 5 + random.nextInt(40), 200 + random.nextDouble() * 3000);
      Polygon exact = JTS.createPolygon(jtsRing(ring));
      double expected = exact.intersection(JTS.toGeometry(tile)).getArea();
      List<Geometry> read =
          read(MvtOptions.DEFAULT, MvtFeature.of(1, FlatGeometry.polygon(List.of(ring)), Map.of()));
      double got = read.stream().mapToDouble(Geometry::getArea).sum();
      // quantisation moves an edge by at most 0.71 units
      assertThat(got)
          .as("polygon %d of seed %d", i, seed)
          .isCloseTo(expected, within(1 + 0.71 * exact.getLength()));
      error += got - expected;
      length += exact.getLength();
    }
    assertThat(Math.abs(error)).as("the errors average out").isLessThan(0.02 * length);
  }

  @Test
  void linesAreCutAtTheBufferIntoTheirVisiblePieces() throws Exception {
    // leaves on the right, returns, leaves again: two visible pieces
    double[] xy = {4000, 10, 5000, 10, 5000, 30, 4000, 30, 4000, -900};
    Geometry g =
        read(MvtOptions.DEFAULT, MvtFeature.of(1, FlatGeometry.lines(xy, 5), Map.of())).getFirst();
    assertThat(g.getNumGeometries()).isEqualTo(2);
    assertThat(g.getEnvelopeInternal().getMaxX()).isEqualTo(4160);
    assertThat(g.getEnvelopeInternal().getMaxY()).isEqualTo(4160);
    assertThat(g.getLength()).isEqualTo(160 + 160 + 94);
  }

  @Test
  void featuresThatVanishAtThisScaleAreLeftOut() {
    MvtTile tile =
        encode(
            MvtOptions.DEFAULT,
            MvtFeature.of(1, square(100.1, 100.1, 0.2), Map.of("a", 1)),
            MvtFeature.of(2, square(9000, 9000, 50), Map.of()),
            MvtFeature.of(3, FlatGeometry.lines(new double[] {5, 5, 5.1, 5.1}, 2), Map.of()));
    assertThat(tile.isEmpty()).isTrue();
    assertThat(tile.features()).isZero();
    assertThat(tile.isComplete()).isTrue();
  }

  @Test
  void theLimitKeepsTheLargestFeaturesAndCountsTheOthers() throws Exception {
    List<MvtFeature> features = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      features.add(MvtFeature.of(i, square(10 * i, 100, 1 + (i * 7) % 50), Map.of()));
    }
    MvtEncoder encoder = new MvtEncoder(MvtOptions.DEFAULT.withFeatureLimit(5));
    encoder.begin(UNIT);
    encoder.layer("parcels", features);
    MvtTile tile = encoder.finish();
    assertThat(tile.features()).isEqualTo(5);
    assertThat(tile.leftOut()).isEqualTo(45);
    assertThat(decode(tile))
        .extracting(Geometry::getArea)
        .containsExactlyInAnyOrder(2500.0, 2401.0, 2304.0, 2209.0, 2116.0);
  }

  @Test
  void simplifiedRingsStayWithinTheToleranceAndValid() throws Exception {
    long seed = 77;
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      double[] ring = star(random, 200, 1000);
      FlatGeometry g = FlatGeometry.polygon(List.of(ring));
      FlatGeometry thin = g.simplified(8);
      assertThat(thin.vertices()).as("seed %d", seed).isBetween(3, g.vertices());
      assertThat(thin.importance())
          .as("area of polygon %d of seed %d", i, seed)
          .isCloseTo(g.importance(), within(8 * JTS.createPolygon(jtsRing(ring)).getLength()));
      List<Geometry> inTile =
          read(MvtOptions.DEFAULT.withTolerance(8), MvtFeature.of(1, g, Map.of()));
      assertThat(inTile).allSatisfy(p -> assertThat(p.getNumPoints()).isLessThanOrEqualTo(210));
    }
  }

  @Test
  void anEncoderUsedAgainWritesTheSameTile() {
    MvtEncoder encoder = new MvtEncoder(MvtOptions.DEFAULT);
    List<MvtFeature> features = List.of(MvtFeature.of(4, square(5, 5, 900), Map.of("k", "v")));
    encoder.begin(UNIT);
    encoder.layer("a", features);
    byte[] first = encoder.finish().bytes();
    encoder.begin(UNIT);
    encoder.layer("b", List.of(MvtFeature.of(9, square(1, 1, 4), Map.of("x", 2))));
    encoder.begin(UNIT);
    encoder.layer("a", features);
    assertThat(encoder.finish().bytes()).isEqualTo(first);
  }

  @Test
  void brokenGeometryIsRefusedWhenItIsMade() {
    assertThatThrownBy(() -> FlatGeometry.points(1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FlatGeometry.points(1, 2, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FlatGeometry.lines(new double[] {1, 2, 3, 4}, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                FlatGeometry.polygons(
                    new double[] {0, 0, 1, 0, 1, 1}, new int[] {3}, new boolean[] {false}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static FlatGeometry square(double x, double y, double side) {
    return FlatGeometry.polygon(
        List.of(new double[] {x, y, x + side, y, x + side, y + side, x, y + side}));
  }

  /** A star-shaped (simple) ring around a random centre near the tile. */
  private static double[] star(Random random, int vertices, double radius) {
    double cx = random.nextDouble() * 4096;
    double cy = random.nextDouble() * 4096;
    double[] xy = new double[2 * vertices];
    for (int i = 0; i < vertices; i++) {
      double angle = 2 * Math.PI * i / vertices;
      double r = radius * (0.3 + 0.7 * random.nextDouble());
      xy[2 * i] = cx + r * Math.cos(angle);
      xy[2 * i + 1] = cy + r * Math.sin(angle);
    }
    return xy;
  }

  private static LinearRing jtsRing(double[] xy) {
    Coordinate[] c = new Coordinate[xy.length / 2 + 1];
    for (int i = 0; i < c.length - 1; i++) {
      c[i] = new Coordinate(xy[2 * i], xy[2 * i + 1]);
    }
    c[c.length - 1] = c[0];
    return JTS.createLinearRing(c);
  }

  private static MvtTile encode(MvtOptions options, MvtFeature... features) {
    MvtEncoder encoder = new MvtEncoder(options);
    encoder.begin(UNIT);
    encoder.layer("layer", List.of(features));
    return encoder.finish();
  }

  private static List<Geometry> read(MvtOptions options, MvtFeature... features) throws Exception {
    return decode(encode(options, features));
  }

  private static List<Geometry> decode(MvtTile tile) throws Exception {
    List<Geometry> all = new ArrayList<>();
    for (JtsLayer layer :
        MvtReader.loadMvt(
                new ByteArrayInputStream(tile.bytes()),
                JTS,
                new TagKeyValueMapConverter(),
                MvtReader.RING_CLASSIFIER_V2_1)
            .getLayers()) {
      assertThat(layer.getExtent()).isEqualTo(4096);
      all.addAll(layer.getGeometries());
    }
    return all;
  }
}
