package io.glebe.tile.mvt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Prepared features give the same bytes as features that are encoded for each tile, except for
 * polygons that the tile cuts: {@link TileValidityTest} checks these.
 */
class PreparedFeatureTest {
  private static final long SEED = 4711;
  private static final double WORLD = 20037508.342789244;
  private static final int ZOOM = 12;
  private static final TileGrid GRID = grid(ZOOM);
  private static final int COLUMN = 2221;
  private static final int ROW = 1454;

  private final Random random = new Random(SEED);

  private static TileGrid grid(int zoom) {
    return new TileGrid(-WORLD, WORLD, 2 * WORLD / (1 << zoom), 4096);
  }

  /** Features in and around a tile and its neighbours. */
  private List<MvtFeature> features() {
    TileFrame frame = GRID.frame(COLUMN, ROW);
    List<MvtFeature> features = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      double x = frame.left() + GRID.size() * (3 * random.nextDouble() - 1);
      double y = frame.top() - GRID.size() * (3 * random.nextDouble() - 1);
      Map<String, Object> attributes = new LinkedHashMap<>();
      attributes.put("crop", "crop-" + random.nextInt(5));
      attributes.put(i % 3 == 0 ? "area" : "size", random.nextInt(50) / 4.0);
      attributes.put("none", null);
      attributes.put("number", random.nextInt(9) - 4);
      features.add(MvtFeature.of(i - 3, shape(i % 6, x, y), i % 7 == 0 ? Map.of() : attributes));
    }
    return features;
  }

  private FlatGeometry shape(int kind, double x, double y) {
    double radius = GRID.size() * Math.pow(10, -4 * random.nextDouble());
    return switch (kind) {
      case 0 -> FlatGeometry.points(x, y);
      case 1 -> FlatGeometry.points(x, y, x + radius, y - radius, x, y);
      case 2 -> FlatGeometry.lines(ring(x, y, radius, 9), 4, 9);
      case 3 -> FlatGeometry.polygon(List.of(ring(x, y, radius, 30), ring(x, y, radius / 3, 8)));
      case 4 -> several(x, y, radius);
      default -> FlatGeometry.polygon(List.of(ring(x, y, radius, 20)));
    };
  }

  /** Two polygons, the first with a hole; rings of both windings, closed and not. */
  private FlatGeometry several(double x, double y, double radius) {
    double[] xy = new double[60];
    System.arraycopy(ring(x, y, radius, 12), 0, xy, 0, 24);
    System.arraycopy(reversed(ring(x, y, radius / 4, 8)), 0, xy, 24, 16);
    double[] second = ring(x + 3 * radius, y, radius, 10);
    second[18] = second[0];
    second[19] = second[1];
    System.arraycopy(reversed(second), 0, xy, 40, 20);
    return FlatGeometry.polygons(xy, new int[] {12, 20, 30}, new boolean[] {true, false, true});
  }

  private double[] ring(double x, double y, double radius, int vertices) {
    double[] xy = new double[2 * vertices];
    for (int i = 0; i < vertices; i++) {
      double angle = 2 * Math.PI * i / vertices;
      double r = radius * (0.6 + 0.4 * random.nextDouble());
      xy[2 * i] = x + r * Math.cos(angle);
      xy[2 * i + 1] = y + r * Math.sin(angle);
    }
    return xy;
  }

  private static double[] reversed(double[] xy) {
    double[] back = new double[xy.length];
    for (int i = 0; i < xy.length; i += 2) {
      back[i] = xy[xy.length - 2 - i];
      back[i + 1] = xy[xy.length - 1 - i];
    }
    return back;
  }

  private static List<PreparedFeature> prepared(
      List<MvtFeature> features, AttributeTable table, TileGrid... grids) {
    ShapeGrids kept = new ShapeGrids(List.of(grids), 0);
    return features.stream()
        .map(f -> new PreparedFeature(f.id(), f.geometry(), table.tags(f.attributes()), kept))
        .toList();
  }

  @Test
  void aTileOfPreparedFeaturesIsByteForByteTheTileOfTheFeatures() {
    List<MvtFeature> features = features();
    AttributeTable table = new AttributeTable();
    table.value("a value that no tile needs");
    List<PreparedFeature> prepared = prepared(features, table, GRID, grid(ZOOM + 1));
    MvtEncoder encoder = new MvtEncoder(MvtOptions.DEFAULT.withFeatureLimit(150));
    int copied = 0;
    for (int zoom = ZOOM; zoom <= ZOOM + 1; zoom++) {
      for (int tile = 0; tile < 16; tile++) {
        TileGrid grid = grid(zoom);
        int column = (COLUMN << zoom - ZOOM) - 1 + tile % 4;
        int row = (ROW << zoom - ZOOM) - 1 + tile / 4;
        GeometryWriter writer = new GeometryWriter(MvtOptions.DEFAULT);
        writer.frame(grid.frame(column, row));
        encoder.begin(grid.frame(column, row));
        encoder.layer(
            "fields", features.stream().filter(f -> isUncut(writer, f.geometry())).toList());
        MvtTile anew = encoder.finish();
        encoder.begin(grid, column, row);
        encoder.layer(
            "fields", table, prepared.stream().filter(f -> isUncut(writer, f.geometry())).toList());
        assertThat(encoder.finish())
            .as("tile %d/%d/%d of seed %d", zoom, column, row, SEED)
            .usingRecursiveComparison()
            .isEqualTo(anew);
        copied += anew.features();
      }
    }
    assertThat(copied).as("the tiles were not empty").isGreaterThan(500);
  }

  private static boolean isUncut(GeometryWriter writer, FlatGeometry geometry) {
    return geometry.kind() != GeometryKind.POLYGON || writer.isInside(geometry);
  }

  @Test
  void featuresPreparedForAnotherZoomAreWrittenFromTheGeometry() {
    assertSameAsUnprepared(MvtOptions.DEFAULT, grid(ZOOM - 1));
  }

  @Test
  void aSimplifyingEncoderDoesNotCopyUnsimplifiedShapes() {
    assertSameAsUnprepared(MvtOptions.DEFAULT.withTolerance(20), GRID);
  }

  @Test
  void shapesAreSimplifiedByTheToleranceOfTheirGrid() {
    GeometryWriter writer = new GeometryWriter(MvtOptions.DEFAULT);
    writer.frame(GRID.frame(COLUMN, ROW));
    List<MvtFeature> features =
        features().stream()
            .filter(f -> f.geometry().kind() == GeometryKind.POLYGON)
            .filter(f -> isUncut(writer, f.geometry()))
            .toList();
    AttributeTable table = new AttributeTable();
    ShapeGrids grids = new ShapeGrids(List.of(GRID), 20);
    List<PreparedFeature> prepared =
        features.stream()
            .map(f -> new PreparedFeature(f.id(), f.geometry(), table.tags(f.attributes()), grids))
            .toList();
    MvtEncoder simplifying = new MvtEncoder(MvtOptions.DEFAULT.withTolerance(20));
    double metres = 20 * GRID.size() / GRID.extent();
    MvtEncoder plain = new MvtEncoder(MvtOptions.DEFAULT);
    plain.begin(GRID.frame(COLUMN, ROW));
    plain.layer(
        "fields",
        features.stream()
            .map(f -> new MvtFeature(f.id(), f.geometry().simplified(metres), f.attributes()))
            .toList());
    MvtTile simplified = plain.finish();
    assertThat(simplified.features()).isGreaterThan(5);
    simplifying.begin(GRID, COLUMN, ROW);
    simplifying.layer("fields", table, prepared);
    assertThat(simplifying.finish().bytes()).isEqualTo(simplified.bytes());
  }

  /** Checks that the tile of prepared features equals the tile of the original features. */
  private void assertSameAsUnprepared(MvtOptions options, TileGrid preparedFor) {
    List<MvtFeature> features = features();
    AttributeTable table = new AttributeTable();
    MvtEncoder encoder = new MvtEncoder(options);
    encoder.begin(GRID.frame(COLUMN, ROW));
    encoder.layer("fields", features);
    byte[] anew = encoder.finish().bytes();
    encoder.begin(GRID, COLUMN, ROW);
    encoder.layer("fields", table, prepared(features, table, preparedFor));
    assertThat(encoder.finish().bytes()).isEqualTo(anew);
  }

  @Test
  void featuresThatVanishOnTheGridAreNotInTheTile() {
    TileFrame frame = GRID.frame(COLUMN, ROW);
    double x = frame.left() + 0.3 * GRID.size();
    double y = frame.top() - 0.3 * GRID.size();
    AttributeTable table = new AttributeTable();
    List<MvtFeature> features =
        List.of(MvtFeature.of(1, FlatGeometry.polygon(List.of(ring(x, y, 0.01, 5))), Map.of()));
    MvtEncoder encoder = new MvtEncoder(MvtOptions.DEFAULT);
    encoder.begin(GRID, COLUMN, ROW);
    encoder.layer("fields", table, prepared(features, table, GRID));
    assertThat(encoder.finish().isEmpty()).isTrue();
  }

  @Test
  void theTableStoresEachNameAndValueOnceAndDistinguishesTypes() {
    AttributeTable table = new AttributeTable();
    assertThat(table.key("crop")).isEqualTo(table.key("crop"));
    assertThat(table.keyAt(table.key("area"))).isEqualTo("area");
    assertThat(table.value(7)).isEqualTo(table.value(7L)).isEqualTo(table.value((short) 7));
    assertThat(table.value(7)).isNotEqualTo(table.value(7.0)).isNotEqualTo(table.value("7"));
    assertThat(table.valueAt(table.value(7))).isEqualTo(7L);
    assertThat(table.valueAt(table.value("wheat"))).isEqualTo("wheat");
  }

  @Test
  void aGridOfAnotherExtentIsRefused() {
    MvtEncoder encoder = new MvtEncoder(MvtOptions.DEFAULT);
    TileGrid other = new TileGrid(0, 0, 100, 512);
    assertThatThrownBy(() -> encoder.begin(other, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
