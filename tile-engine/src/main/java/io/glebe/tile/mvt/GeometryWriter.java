package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * Converts one geometry to the command integers of the specification: affine transformation,
 * simplification, clipping, quantisation, removal of repeated and degenerate vertices, repair of
 * polygons that clipping or quantisation made invalid, winding (outer rings clockwise on the
 * screen, holes counter-clockwise), delta encoding. One instance belongs to one thread.
 */
final class GeometryWriter {
  private static final int MOVE_TO = 1;
  private static final int LINE_TO = 2;
  private static final int CLOSE_PATH = 7 | 1 << 3;

  private final double tolerance;
  private final boolean repaired;
  private final double low;
  private final double high;
  private final RectClip clip;
  private final PolygonCut cut;
  private final PolygonCut farther;
  private final Simplifier simplifier = new Simplifier();
  private TileFrame frame = new TileFrame(0, 0, 1, 1);
  private double[] tile = new double[512];
  private double[] thin = new double[512];
  private final TileRings rings = new TileRings();
  private final RingCheck ringCheck = new RingCheck();
  private final WholeRing whole = new WholeRing();
  private int[] ring = new int[512];
  private int count;
  private boolean inside;
  private boolean isSimple = true;
  private boolean simplifies = true;
  private int cursorX;
  private int cursorY;

  GeometryWriter(MvtOptions options) {
    this(options, -options.buffer(), options.extent() + options.buffer());
  }

  private GeometryWriter(MvtOptions options, double low, double high) {
    this.tolerance = options.tolerance();
    this.repaired = options.repaired();
    this.low = low;
    this.high = high;
    this.clip = new RectClip(low, high);
    this.cut = new PolygonCut(low, high);
    this.farther = new PolygonCut(low - 1, high + 1);
  }

  /** A writer that keeps every vertex at any position. */
  static GeometryWriter uncut() {
    return new GeometryWriter(
        MvtOptions.DEFAULT, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  void frame(TileFrame next) {
    frame = next;
  }

  /** Whether the geometry's box touches the tile with its buffer. */
  boolean touches(FlatGeometry g) {
    return (g.maxX() - frame.left()) * frame.scaleX() >= low
        && (g.minX() - frame.left()) * frame.scaleX() <= high
        && (frame.top() - g.minY()) * frame.scaleY() >= low
        && (frame.top() - g.maxY()) * frame.scaleY() <= high;
  }

  /** Whether the geometry's box lies completely inside, so that nothing is cut off. */
  boolean isInside(FlatGeometry g) {
    return (g.minX() - frame.left()) * frame.scaleX() >= low
        && (g.maxX() - frame.left()) * frame.scaleX() <= high
        && (frame.top() - g.maxY()) * frame.scaleY() >= low
        && (frame.top() - g.minY()) * frame.scaleY() <= high;
  }

  /** Appends the commands; false when the geometry vanishes at this scale. */
  boolean write(FlatGeometry g, ProtobufSink out) {
    cursorX = 0;
    cursorY = 0;
    rings.clear();
    int start = out.size();
    switch (g.kind()) {
      case POINT -> points(g, out);
      case LINE -> lines(g, out);
      case POLYGON -> polygons(g, out);
    }
    return out.size() > start;
  }

  private void points(FlatGeometry g, ProtobufSink out) {
    project(g, 0);
    count = 0;
    ensureCapacity(g.vertices());
    for (int i = 0; i < g.vertices(); i++) {
      if (clip.contains(tile[2 * i], tile[2 * i + 1])) {
        push(tile[2 * i], tile[2 * i + 1]);
      }
    }
    if (count > 0) {
      out.varint(count << 3 | MOVE_TO);
      deltas(ring, 0, count, out);
    }
  }

  private void lines(FlatGeometry g, ProtobufSink out) {
    for (int part = 0; part < g.parts(); part++) {
      int n = project(g, part);
      ensureCapacity(2 * n);
      count = 0;
      for (int i = 1; i < n; i++) {
        double[] s = clip.segment(tile[2 * i - 2], tile[2 * i - 1], tile[2 * i], tile[2 * i + 1]);
        if (s.length == 0) {
          continue;
        }
        boolean entered = s[0] != tile[2 * i - 2] || s[1] != tile[2 * i - 1];
        if (entered) {
          emitLine(out);
        }
        push(s[0], s[1]);
        push(s[2], s[3]);
        if (s[2] != tile[2 * i] || s[3] != tile[2 * i + 1]) {
          emitLine(out);
        }
      }
      emitLine(out);
    }
  }

  private void emitLine(ProtobufSink out) {
    if (count >= 2) {
      out.varint(1 << 3 | MOVE_TO);
      deltas(ring, 0, 1, out);
      out.varint(count - 1 << 3 | LINE_TO);
      deltas(ring, 1, count, out);
    }
    count = 0;
  }

  private void polygons(FlatGeometry g, ProtobufSink out) {
    inside = isInside(g);
    addPolygons(g);
    if (repaired) {
      repair(g);
    }
    emit(out);
  }

  private void addPolygons(FlatGeometry g) {
    rings.clear();
    int end;
    for (int part = 0; part < g.parts(); part = end) {
      end = part + 1;
      while (end < g.parts() && !g.isOuter(end)) {
        end++;
      }
      if (inside || !repaired || !cut(g, part, end)) {
        each(g, part, end);
      }
    }
  }

  private void emit(ProtobufSink out) {
    for (int i = 0; i < rings.rings(); i++) {
      rings.wind(i, rings.isOuter(i));
      out.varint(1 << 3 | MOVE_TO);
      deltas(rings.xy(), rings.start(i), rings.start(i) + 1, out);
      out.varint(rings.end(i) - rings.start(i) - 1 << 3 | LINE_TO);
      deltas(rings.xy(), rings.start(i) + 1, rings.end(i), out);
      out.varint(CLOSE_PATH);
    }
  }

  private void repair(FlatGeometry g) {
    isSimple = ringCheck.isSimple(rings);
    if (!isSimple && tolerance > 0) {
      // all vertices cost less than a repair, and are enough for most
      simplifies = false;
      addPolygons(g);
      simplifies = true;
      isSimple = ringCheck.isSimple(rings);
    }
    if (isSimple) {
      RingNesting.mend(rings);
    } else {
      RingRepair.repair(rings);
    }
  }

  /** The rings of the last polygon as they were written. */
  TileRings rings() {
    return rings;
  }

  /** Whether the last polygon needed no repair, so that none of its edges touch. */
  boolean isSimple() {
    return isSimple;
  }

  /**
   * Appends the part of a prepared polygon that is in the tile. Its rings do not cross, so only
   * what the clip has changed is checked. Where that meets another edge, the polygon is cut a unit
   * farther outside, and repaired when that does not help. False, without a command, when the rings
   * cannot be cut together.
   */
  boolean writeCut(GridShape shape, int column, int row, ProtobufSink out) {
    cursorX = 0;
    cursorY = 0;
    PolygonCut tried = cut;
    while (true) {
      rings.clear();
      if (!tried.of(shape, column, row, rings)) {
        return false;
      }
      if (tried.isSimple(shape, rings)) {
        break;
      }
      if (tried == farther) {
        RingRepair.repair(rings);
        break;
      }
      tried = farther;
    }
    emit(out);
    return true;
  }

  private boolean cut(FlatGeometry g, int first, int end) {
    cut.begin(false);
    for (int part = first; part < end; part++) {
      int vertices = open(project(g, part));
      cut.add(tile, vertices, part == first);
    }
    return cut.end(rings);
  }

  /** Adds the rings of one polygon, each clipped by itself. */
  private void each(FlatGeometry g, int first, int end) {
    for (int part = first; part < end; part++) {
      int n = open(project(g, part));
      double[] source = tile;
      if (!inside && !within(n)) {
        n = clip.ring(tile, 0, n);
        source = clip.points();
      }
      whole.clear();
      whole.add(source, 0, n);
      if (!rings.add(whole, part == first) && part == first) {
        return;
      }
    }
  }

  /** The number of vertices of a projected ring without a repetition of the first one. */
  private int open(int vertices) {
    int last = 2 * vertices - 2;
    return vertices > 1 && tile[0] == tile[last] && tile[1] == tile[last + 1]
        ? vertices - 1
        : vertices;
  }

  /**
   * Transforms a part to tile units (simplified if requested) and returns its number of vertices.
   */
  private int project(FlatGeometry g, int part) {
    int start = g.start(part);
    int n = g.end(part) - start;
    if (tile.length < 2 * n) {
      tile = new double[Math.max(2 * n, 2 * tile.length)];
    }
    double[] xy = g.xy();
    double[] t = tile;
    double left = frame.left();
    double top = frame.top();
    double sx = frame.scaleX();
    double sy = frame.scaleY();
    for (int i = 0; i < n; i++) {
      t[2 * i] = (xy[2 * (start + i)] - left) * sx;
      t[2 * i + 1] = (top - xy[2 * (start + i) + 1]) * sy;
    }
    if (tolerance == 0 || !simplifies || g.kind() == GeometryKind.POINT) {
      return n;
    }
    return simplify(n, g.kind());
  }

  private int simplify(int n, GeometryKind kind) {
    if (thin.length < 2 * n) {
      thin = new double[tile.length];
    }
    int kept = simplifier.simplify(tile, 0, n, kind, tolerance, thin, 0);
    double[] swap = tile;
    tile = thin;
    thin = swap;
    return kept;
  }

  private boolean within(int n) {
    for (int i = 0; i < 2 * n; i++) {
      if (!(tile[i] >= low && tile[i] <= high)) {
        return false;
      }
    }
    return true;
  }

  /** Quantises a vertex and appends it unless it equals the previous one. */
  private void push(double x, double y) {
    int qx = (int) Math.floor(x + 0.5);
    int qy = (int) Math.floor(y + 0.5);
    if (count == 0 || ring[2 * count - 2] != qx || ring[2 * count - 1] != qy) {
      ring[2 * count] = qx;
      ring[2 * count + 1] = qy;
      count++;
    }
  }

  private void deltas(int[] xy, int from, int to, ProtobufSink out) {
    if (to > from) {
      out.deltas(xy, from, to, cursorX, cursorY);
      cursorX = xy[2 * to - 2];
      cursorY = xy[2 * to - 1];
    }
  }

  private void ensureCapacity(int vertices) {
    if (ring.length < 2 * vertices + 4) {
      ring = Arrays.copyOf(ring, Math.max(2 * vertices + 4, 2 * ring.length));
    }
  }
}
