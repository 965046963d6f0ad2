package io.glebe.core.cube.item;

import io.glebe.tile.grid.WebMercator;
import io.glebe.tile.mvt.FlatGeometry;
import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Polygon;

/**
 * A geometry converted from degrees to flat Web Mercator metres; latitudes beyond 85.06 are cut off
 * there.
 */
final class MercatorShape {
  private static final double EDGE = 85.0511287798066;

  private final List<Coordinate[]> parts = new ArrayList<>();
  private final List<Boolean> outer = new ArrayList<>();

  private MercatorShape() {}

  static FlatGeometry of(Geometry geometry) {
    MercatorShape shape = new MercatorShape();
    for (int i = 0; i < geometry.getNumGeometries(); i++) {
      shape.add(geometry.getGeometryN(i));
    }
    double[] xy = shape.metres();
    return switch (geometry.getDimension()) {
      case 0 -> FlatGeometry.points(xy);
      case 1 -> FlatGeometry.lines(xy, shape.ends());
      default -> FlatGeometry.polygons(xy, shape.ends(), shape.roles());
    };
  }

  private void add(Geometry part) {
    if (part instanceof Polygon polygon) {
      parts.add(polygon.getExteriorRing().getCoordinates());
      outer.add(true);
      for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
        parts.add(polygon.getInteriorRingN(i).getCoordinates());
        outer.add(false);
      }
    } else {
      parts.add(part.getCoordinates());
      outer.add(true);
    }
  }

  private double[] metres() {
    double[] xy = new double[2 * parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (Coordinate[] part : parts) {
      for (Coordinate c : part) {
        WebMercator.INSTANCE.fromLonLat(c.x, Math.clamp(c.y, -EDGE, EDGE), xy, at);
        at += 2;
      }
    }
    return xy;
  }

  private int[] ends() {
    int[] ends = new int[parts.size()];
    int end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += parts.get(i).length;
      ends[i] = end;
    }
    return ends;
  }

  private boolean[] roles() {
    boolean[] roles = new boolean[outer.size()];
    for (int i = 0; i < roles.length; i++) {
      roles[i] = outer.get(i);
    }
    return roles;
  }
}
