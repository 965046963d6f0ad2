package io.glebe.core.cube.item;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.mvt.AttributeTable;
import io.glebe.tile.mvt.FlatGeometry;
import io.glebe.tile.mvt.GeometryKind;
import io.glebe.tile.mvt.PreparedFeature;
import io.glebe.tile.mvt.ShapeGrids;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.locationtech.jts.geom.Geometry;

/**
 * The features of one square of the map, most important first, simplified and prepared for the
 * zooms that use this square.
 *
 * @param table names and values of all properties, each stored once
 * @param complete whether all features of the square are included
 * @param thinned whether some features are omitted because another one is drawn in their place
 * @param bytes estimated memory use
 */
record ShapeBlock(
    List<BlockFeature> features,
    AttributeTable table,
    boolean complete,
    boolean thinned,
    long bytes) {
  /** Maximum deviation of a simplified line, in units: a fifth of a pixel of a 256-pixel tile. */
  private static final double TOLERANCE = 3;

  /** A polygon smaller than this, in units, is replaced by a square of that size. */
  private static final double SPECK = 4;

  /** Each square of this side, in units, shows at most one such polygon. */
  private static final double CELL = 16;

  private static final long PER_FEATURE = 250;
  private static final long PER_VERTEX = 16;

  /**
   * Builds a block.
   *
   * @param found features, most important first, at most {@code most + 1}
   * @param unit metres per unit of a tile of the finest zoom; 0 keeps all vertices
   * @param grids the grids of the zooms whose shapes are kept
   */
  static ShapeBlock of(BoxSearch.InBox found, int most, double unit, ShapeGrids grids) {
    Builder builder = new Builder(unit, grids);
    found.items().stream().limit(most).forEach(builder::add);
    return new ShapeBlock(
        builder.features,
        builder.table,
        !found.isCut() && found.items().size() <= most,
        builder.thinned,
        builder.bytes + builder.table.bytes());
  }

  /** Returns whether a filter can be applied to the features of this block. */
  boolean answersFilters() {
    return complete && !thinned;
  }

  /** Returns the features whose box intersects the given one. */
  List<BlockFeature> touching(Bounds box) {
    List<BlockFeature> touching = new ArrayList<>(features.size());
    for (BlockFeature feature : features) {
      FlatGeometry shape = feature.prepared().geometry();
      if (shape.minX() <= box.maxX()
          && shape.maxX() >= box.minX()
          && shape.minY() <= box.maxY()
          && shape.maxY() >= box.minY()) {
        touching.add(feature);
      }
    }
    return touching;
  }

  private static final class Builder {
    private final double unit;
    private final List<BlockFeature> features = new ArrayList<>();
    private final AttributeTable table = new AttributeTable();
    private final ShapeGrids grids;
    private final Set<Long> specks = new HashSet<>();
    private boolean thinned;
    private long bytes;

    Builder(double unit, ShapeGrids grids) {
      this.unit = unit;
      this.grids = grids;
    }

    void add(StoredItem item) {
      Optional<Geometry> geometry = item.parsedGeometry();
      if (geometry.isEmpty()) {
        return;
      }
      FlatGeometry exact = MercatorShape.of(geometry.get());
      if (exact.vertices() == 0) {
        return;
      }
      FlatGeometry shape = exact;
      if (isSpeck(exact)) {
        if (!specks.add(cell(exact))) {
          thinned = true;
          return;
        }
        shape = square(exact);
      } else {
        shape = exact.simplified(TOLERANCE * unit);
      }
      add(item, shape);
    }

    private boolean isSpeck(FlatGeometry shape) {
      return shape.kind() == GeometryKind.POLYGON
          && shape.maxX() - shape.minX() < SPECK * unit
          && shape.maxY() - shape.minY() < SPECK * unit;
    }

    private long cell(FlatGeometry shape) {
      long column = (long) Math.floor(shape.minX() / (CELL * unit));
      long row = (long) Math.floor(shape.minY() / (CELL * unit));
      return column << 32 ^ row & 0xffffffffL;
    }

    private FlatGeometry square(FlatGeometry shape) {
      double x = (shape.minX() + shape.maxX()) / 2;
      double y = (shape.minY() + shape.maxY()) / 2;
      double half = SPECK * unit / 2;
      return FlatGeometry.polygon(
          List.of(
              new double[] {
                x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half
              }));
    }

    private void add(StoredItem item, FlatGeometry shape) {
      PreparedFeature prepared =
          new PreparedFeature(OptionalLong.of(item.seq()), shape, tags(item), grids);
      features.add(new BlockFeature(prepared, table, item.from(), item.to()));
      bytes += PER_FEATURE + PER_VERTEX * shape.vertices() + prepared.bytes();
    }

    private int[] tags(StoredItem item) {
      int[] tags = new int[2 * item.properties().size() + 2];
      int size = 0;
      for (Map.Entry<String, JsonNode> member : item.properties().properties()) {
        if (!member.getValue().isNull()) {
          tags[size++] = table.key(member.getKey());
          tags[size++] = table.value(plain(member.getValue()));
        }
      }
      tags[size++] = table.key("id");
      tags[size++] = table.value(item.id());
      return Arrays.copyOf(tags, size);
    }

    private static Object plain(JsonNode value) {
      if (value.isTextual()) {
        return value.textValue();
      }
      if (value.isBoolean()) {
        return value.booleanValue();
      }
      if (value.isIntegralNumber() && value.canConvertToLong()) {
        return value.longValue();
      }
      return value.isNumber() ? (Object) value.doubleValue() : value;
    }
  }
}
