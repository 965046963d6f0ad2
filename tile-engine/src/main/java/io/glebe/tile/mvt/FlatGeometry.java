package io.glebe.tile.mvt;

import java.util.Arrays;
import java.util.List;

/**
 * Points, lines or polygons as flat coordinates: {@code x0, y0, x1, y1, ...} in one plane (for
 * tiles: Web Mercator metres, y upwards).
 *
 * <p>{@code partEnds[i]} is the index after the last vertex (not coordinate) of part i, where a
 * part is all points of a multi-point, one line, or one ring. Rings may be closed or not. For
 * polygons {@code outer[i]} says whether ring i opens a new polygon (its holes follow it); the
 * winding of the input does not matter. The arrays are not copied: the geometry takes ownership of
 * them.
 */
public final class FlatGeometry {
  /** Number of tolerances that are tried; each is a quarter of the previous one. */
  private static final int ATTEMPTS = 3;

  private final GeometryKind kind;
  private final double[] xy;
  private final int[] partEnds;
  private final boolean[] outer;
  private final double minX;
  private final double minY;
  private final double maxX;
  private final double maxY;
  private final double importance;

  private FlatGeometry(GeometryKind kind, double[] xy, int[] partEnds, boolean[] outer) {
    this.kind = kind;
    this.xy = xy;
    this.partEnds = partEnds;
    this.outer = outer;
    double x0 = Double.POSITIVE_INFINITY;
    double y0 = Double.POSITIVE_INFINITY;
    double x1 = Double.NEGATIVE_INFINITY;
    double y1 = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < xy.length; i += 2) {
      x0 = Math.min(x0, xy[i]);
      x1 = Math.max(x1, xy[i]);
      y0 = Math.min(y0, xy[i + 1]);
      y1 = Math.max(y1, xy[i + 1]);
    }
    this.minX = x0;
    this.minY = y0;
    this.maxX = x1;
    this.maxY = y1;
    this.importance = measure();
  }

  /** One or more points. */
  public static FlatGeometry points(double... xy) {
    check(xy);
    return new FlatGeometry(GeometryKind.POINT, xy, new int[] {xy.length / 2}, new boolean[1]);
  }

  /** One or more lines; {@code partEnds} as in the class comment. */
  public static FlatGeometry lines(double[] xy, int... partEnds) {
    check(xy);
    checkEnds(xy, partEnds);
    return new FlatGeometry(GeometryKind.LINE, xy, partEnds, new boolean[partEnds.length]);
  }

  /** One or more polygons; {@code partEnds} and {@code outer} as in the class comment. */
  public static FlatGeometry polygons(double[] xy, int[] partEnds, boolean[] outer) {
    check(xy);
    checkEnds(xy, partEnds);
    if (outer.length != partEnds.length || (outer.length > 0 && !outer[0])) {
      throw new IllegalArgumentException(
          "each ring needs its role, and the first ring is an outer one");
    }
    return new FlatGeometry(GeometryKind.POLYGON, xy, partEnds, outer);
  }

  /** One polygon: its outer ring, then its holes. */
  public static FlatGeometry polygon(List<double[]> rings) {
    int total = rings.stream().mapToInt(r -> r.length).sum();
    double[] xy = new double[total];
    int[] ends = new int[rings.size()];
    boolean[] outer = new boolean[rings.size()];
    int at = 0;
    for (int i = 0; i < ends.length; i++) {
      System.arraycopy(rings.get(i), 0, xy, at, rings.get(i).length);
      at += rings.get(i).length;
      ends[i] = at / 2;
      outer[i] = i == 0;
    }
    return polygons(xy, ends, outer);
  }

  /**
   * The same geometry without vertices that deviate less than {@code tolerance} (in the units of
   * the coordinates; Douglas-Peucker). Rings keep at least three vertices. Rings that would cross
   * each other or themselves are simplified less, or not at all. Intended for geometry that is kept
   * per zoom.
   */
  public FlatGeometry simplified(double tolerance) {
    if (kind == GeometryKind.POINT || tolerance <= 0) {
      return this;
    }
    double gentler = tolerance;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      FlatGeometry simple = simplifiedOnce(gentler);
      if (kind != GeometryKind.POLYGON || !Crossings.any(simple.xy, simple.partEnds)) {
        return simple;
      }
      gentler /= 4;
    }
    return this;
  }

  private FlatGeometry simplifiedOnce(double tolerance) {
    Simplifier simplifier = new Simplifier();
    double[] kept = new double[xy.length];
    int[] ends = new int[partEnds.length];
    int count = 0;
    for (int part = 0; part < partEnds.length; part++) {
      count += simplifier.simplify(xy, start(part), partEnds[part], kind, tolerance, kept, count);
      ends[part] = count;
    }
    return new FlatGeometry(kind, Arrays.copyOf(kept, 2 * count), ends, outer);
  }

  public GeometryKind kind() {
    return kind;
  }

  /** Number of vertices of all parts. */
  public int vertices() {
    return xy.length / 2;
  }

  /** Polygons: area without holes; lines: length; points: zero. In units of the coordinates. */
  public double importance() {
    return importance;
  }

  public double minX() {
    return minX;
  }

  public double minY() {
    return minY;
  }

  public double maxX() {
    return maxX;
  }

  public double maxY() {
    return maxY;
  }

  double[] xy() {
    return xy;
  }

  int parts() {
    return partEnds.length;
  }

  int start(int part) {
    return part == 0 ? 0 : partEnds[part - 1];
  }

  int end(int part) {
    return partEnds[part];
  }

  boolean isOuter(int part) {
    return outer[part];
  }

  private double measure() {
    double sum = 0;
    for (int part = 0; part < partEnds.length && kind != GeometryKind.POINT; part++) {
      double size = kind == GeometryKind.LINE ? length(part) : Math.abs(ringArea(part));
      sum += kind == GeometryKind.LINE || outer[part] ? size : -size;
    }
    return sum;
  }

  private double length(int part) {
    double sum = 0;
    for (int i = start(part) + 1; i < partEnds[part]; i++) {
      sum += Math.hypot(xy[2 * i] - xy[2 * i - 2], xy[2 * i + 1] - xy[2 * i - 1]);
    }
    return sum;
  }

  private double ringArea(int part) {
    int first = start(part);
    int end = partEnds[part];
    double sum = 0;
    for (int i = first; i < end; i++) {
      int next = i + 1 == end ? first : i + 1;
      // relative to the first vertex, so that coordinates far from the origin lose no precision
      sum +=
          (xy[2 * i] - xy[2 * first]) * (xy[2 * next + 1] - xy[2 * first + 1])
              - (xy[2 * next] - xy[2 * first]) * (xy[2 * i + 1] - xy[2 * first + 1]);
    }
    return sum / 2;
  }

  private static void check(double[] xy) {
    if (xy.length % 2 != 0) {
      throw new IllegalArgumentException("coordinates must be pairs, got " + xy.length);
    }
    for (double v : xy) {
      if (!Double.isFinite(v)) {
        throw new IllegalArgumentException("a coordinate is not a finite number");
      }
    }
  }

  private static void checkEnds(double[] xy, int[] ends) {
    int previousEnd = 0;
    for (int end : ends) {
      if (end < previousEnd) {
        throw new IllegalArgumentException("part ends must not decrease");
      }
      previousEnd = end;
    }
    if (previousEnd != xy.length / 2) {
      throw new IllegalArgumentException(
          "the last part ends at " + previousEnd + " of " + xy.length / 2);
    }
  }
}
