package io.glebe.core.cube.item;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.valid.IsValidOp;

/**
 * The polygons of a vector tile, read by the letter of the specification 2.1: fields of protocol
 * buffers, then commands. It shares no code with what writes tiles.
 */
final class TileShapes {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final int LAYERS = 3;
  private static final int FEATURES = 2;
  private static final int ID = 1;
  private static final int TYPE = 3;
  private static final int COMMANDS = 4;
  private static final int MOVE = 1 << 3 | 1;
  private static final int LINE = 2;
  private static final int CLOSE = 1 << 3 | 7;
  private static final int POLYGON = 3;

  private final List<Shape> shapes = new ArrayList<>();

  /**
   * A polygon, or several.
   *
   * @param fault what is wrong with it, empty when it is valid
   */
  record Shape(long id, Geometry geometry, String fault) {}

  private TileShapes() {}

  static List<Shape> of(byte[] gzip) {
    TileShapes read = new TileShapes();
    if (gzip.length > 0) {
      read.tile(ByteBuffer.wrap(unpacked(gzip)));
    }
    return read.shapes;
  }

  private static byte[] unpacked(byte[] gzip) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void tile(ByteBuffer tile) {
    while (tile.hasRemaining()) {
      int key = (int) varint(tile);
      ByteBuffer layer = field(key, tile);
      while (key >> 3 == LAYERS && layer.hasRemaining()) {
        int inner = (int) varint(layer);
        ByteBuffer feature = field(inner, layer);
        if (inner >> 3 == FEATURES) {
          feature(feature);
        }
      }
    }
  }

  private void feature(ByteBuffer feature) {
    long id = -1;
    long type = 0;
    ByteBuffer commands = ByteBuffer.allocate(0);
    while (feature.hasRemaining()) {
      int key = (int) varint(feature);
      switch (key >> 3) {
        case ID -> id = varint(feature);
        case TYPE -> type = varint(feature);
        case COMMANDS -> commands = field(key, feature);
        default -> field(key, feature);
      }
    }
    if (type == POLYGON) {
      shapes.add(polygons(id, commands));
    }
  }

  /** The bytes of a field with a length; the number of another field is passed over. */
  private static ByteBuffer field(int key, ByteBuffer in) {
    int length = (int) varint(in);
    if ((key & 7) != 2) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer field = in.slice(in.position(), length);
    in.position(in.position() + length);
    return field;
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (long) (next & 127) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static int delta(ByteBuffer in) {
    int coded = (int) varint(in);
    return coded >>> 1 ^ -(coded & 1);
  }

  private static Shape polygons(long id, ByteBuffer commands) {
    List<LinearRing> rings = new ArrayList<>();
    List<Boolean> outer = new ArrayList<>();
    int x = 0;
    int y = 0;
    while (commands.hasRemaining()) {
      if (varint(commands) != MOVE) {
        return faulty(id, "a ring does not begin with one move");
      }
      x += delta(commands);
      y += delta(commands);
      List<Coordinate> ring = new ArrayList<>(List.of(new Coordinate(x, y)));
      long lines = varint(commands);
      if ((lines & 7) != LINE || lines >> 3 < 2) {
        return faulty(id, "a ring has less than three vertices");
      }
      for (long i = 0; i < lines >> 3; i++) {
        int dx = delta(commands);
        int dy = delta(commands);
        if (dx == 0 && dy == 0) {
          return faulty(id, "a vertex is repeated");
        }
        x += dx;
        y += dy;
        ring.add(new Coordinate(x, y));
      }
      if (varint(commands) != CLOSE) {
        return faulty(id, "a ring is not closed");
      }
      if (ring.getFirst().equals2D(ring.getLast())) {
        return faulty(id, "the last vertex is the first one again");
      }
      long area = doubledArea(ring);
      if (area == 0) {
        return faulty(id, "a ring has no area");
      }
      ring.add(ring.getFirst());
      rings.add(FACTORY.createLinearRing(ring.toArray(Coordinate[]::new)));
      outer.add(area > 0);
    }
    return rings.isEmpty() || !outer.getFirst()
        ? faulty(id, "the first ring is not an outer one")
        : assembled(id, rings, outer);
  }

  /** By the formula of the specification: positive for an outer ring. */
  private static long whole(double coordinate) {
    return (long) coordinate;
  }

  private static long doubledArea(List<Coordinate> ring) {
    long sum = 0;
    for (int i = 0; i < ring.size(); i++) {
      Coordinate a = ring.get(i);
      Coordinate b = ring.get((i + 1) % ring.size());
      sum += whole(a.x) * whole(b.y) - whole(b.x) * whole(a.y);
    }
    return sum;
  }

  private static Shape assembled(long id, List<LinearRing> rings, List<Boolean> outer) {
    List<Polygon> polygons = new ArrayList<>();
    int next = 0;
    while (next < rings.size()) {
      LinearRing shell = rings.get(next++);
      List<LinearRing> holes = new ArrayList<>();
      while (next < rings.size() && !outer.get(next)) {
        holes.add(rings.get(next++));
      }
      polygons.add(FACTORY.createPolygon(shell, holes.toArray(LinearRing[]::new)));
    }
    Geometry all = FACTORY.createMultiPolygon(polygons.toArray(Polygon[]::new));
    IsValidOp check = new IsValidOp(all);
    return new Shape(id, all, check.isValid() ? "" : check.getValidationError() + " in " + all);
  }

  private static Shape faulty(long id, String fault) {
    return new Shape(id, FACTORY.createPolygon(), fault);
  }
}
