package io.glebe.tile.series;

import io.glebe.tile.grid.PixelWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Exact area coverage of pixels by rings. Each edge adds, to every pixel of a row it passes, the
 * signed area between itself and the pixel's right side; the running sum along the row is then the
 * covered part of each pixel (the trapezoid accumulation known from font rendering). It works in
 * strips of rows, so it needs memory for a strip only, not for the area's box.
 */
final class CoverageRasterizer implements CoverageWork {
  private static final int STRIP_ROWS = 32;

  /** Pixels that the edges of one step may pass; about two milliseconds. */
  private static final long STEP_CELLS = 200_000;

  /** Heap of one edge and of its references. */
  private static final int EDGE_BYTES = 64;

  private final int left;
  private final int top;
  private final int width;
  private final int height;
  private final double[] strip;
  private final List<Edge> edges;
  private final List<Edge> active = new ArrayList<>();
  private final Coverage.Builder out;
  private final SeriesMemory memory;
  private final long taken;
  private int nextEdge;
  private int nextActive;
  private boolean inStrip;
  private int stripTop;
  private int stripRows;

  /** Rasterizes the pixels of the box only and cuts off everything outside. */
  private CoverageRasterizer(Rings rings, PixelWindow box, PlanLimits limits) {
    this.left = box.column();
    this.top = box.row();
    this.width = box.width();
    this.height = box.height();
    this.memory = limits.memory();
    long vertices = rings.all().stream().mapToLong(ring -> ring.length / 2).sum();
    this.taken = vertices * EDGE_BYTES + (long) STRIP_ROWS * (width + 2) * Double.BYTES;
    memory.take(taken);
    this.edges = edges(rings);
    checkCells(limits.edgeCells());
    edges.sort(Comparator.comparingDouble(Edge::top));
    this.strip = new double[STRIP_ROWS * (width + 2)];
    this.out = new Coverage.Builder(top, memory);
  }

  /** Refuses an area before it is rasterized. */
  private void checkCells(long most) {
    long cells = 0;
    for (Edge edge : edges) {
      cells += cells(edge, 0, height);
    }
    if (cells > most) {
      throw new SeriesTooLargeException(
          "the edges of the area pass %d pixels, and %d are allowed; simplify the area"
              .formatted(cells, most));
    }
  }

  /** Maximum number of pixels that an edge passes in these rows. */
  private long cells(Edge e, int first, int end) {
    double from = Math.max(e.top, first);
    double to = Math.min(e.bottom, end);
    double slope = (e.x1 - e.x0) / (e.bottom - e.top);
    double xa = Math.clamp(e.x0 + (from - e.top) * slope, 0.0, width);
    double xb = Math.clamp(e.x0 + (to - e.top) * slope, 0.0, width);
    return (long) (to - from) + (long) Math.abs(xb - xa) + 2;
  }

  /** The coverage of rings in pixel coordinates, clipped to a grid of this size. */
  static Coverage of(Rings rings, int gridWidth, int gridHeight) {
    CoverageWork work = start(rings, gridWidth, gridHeight, PlanLimits.of(Optional.empty()));
    Optional<Coverage> coverage = work.step();
    while (coverage.isEmpty()) {
      coverage = work.step();
    }
    return coverage.get();
  }

  /**
   * Starts the same within limits.
   *
   * @throws SeriesTooLargeException when the edges pass too many pixels
   */
  static CoverageWork start(Rings rings, int gridWidth, int gridHeight, PlanLimits limits) {
    Optional<PixelWindow> box = rings.box(gridWidth, gridHeight);
    if (box.isEmpty()) {
      Optional<Coverage> none = Optional.of(new Coverage.Builder(0).build());
      return () -> none;
    }
    return new CoverageRasterizer(rings, box.get(), limits);
  }

  @Override
  public Optional<Coverage> step() {
    if (!inStrip) {
      beginStrip();
    }
    int end = stripTop + stripRows;
    long cells = 0;
    while (nextActive < active.size() && cells < STEP_CELLS) {
      Edge edge = active.get(nextActive++);
      accumulate(edge);
      cells += cells(edge, stripTop, end);
    }
    if (nextActive < active.size()) {
      return Optional.empty();
    }
    emit(out);
    inStrip = false;
    stripTop = end;
    if (stripTop < height) {
      return Optional.empty();
    }
    Coverage coverage = out.build();
    memory.giveBack(taken);
    return Optional.of(coverage);
  }

  private void beginStrip() {
    stripRows = Math.min(STRIP_ROWS, height - stripTop);
    int end = stripTop + stripRows;
    while (nextEdge < edges.size() && edges.get(nextEdge).top < end) {
      active.add(edges.get(nextEdge++));
    }
    Arrays.fill(strip, 0);
    active.removeIf(e -> e.bottom <= stripTop);
    nextActive = 0;
    inStrip = true;
  }

  private List<Edge> edges(Rings rings) {
    List<Edge> edges = new ArrayList<>();
    for (double[] ring : rings.all()) {
      int n = ring.length / 2;
      for (int i = 0; i < n; i++) {
        int j = i + 1 == n ? 0 : i + 1;
        add(
            edges,
            ring[2 * i] - left,
            ring[2 * i + 1] - top,
            ring[2 * j] - left,
            ring[2 * j + 1] - top);
      }
    }
    return edges;
  }

  private void add(List<Edge> edges, double x0, double y0, double x1, double y1) {
    if (y0 < y1 && y1 > 0 && y0 < height) {
      // downward edges open an area to their right, upward edges close it
      edges.add(new Edge(x0, y0, x1, y1, -1));
    } else if (y1 < y0 && y0 > 0 && y1 < height) {
      edges.add(new Edge(x1, y1, x0, y0, 1));
    }
  }

  private record Edge(double x0, double top, double x1, double bottom, int sign) {}

  private void accumulate(Edge e) {
    double slope = (e.x1 - e.x0) / (e.bottom - e.top);
    double start = Math.max(e.top, stripTop);
    double end = Math.min(e.bottom, stripTop + stripRows);
    for (int row = (int) start; row < end; row++) {
      double y0 = Math.max(start, row);
      double y1 = Math.min(end, row + 1.0);
      if (y1 > y0) {
        double xa = e.x0 + (y0 - e.top) * slope;
        double xb = y1 == e.bottom ? e.x1 : e.x0 + (y1 - e.top) * slope;
        int line = (row - stripTop) * (width + 2);
        piece(line, Math.min(xa, xb), Math.max(xa, xb), e.sign * (y1 - y0));
      }
    }
  }

  /**
   * Adds the part of an edge within one row, from xa to xb (xa <= xb), falling by d; it is split at
   * the sides.
   */
  private void piece(int line, double xa, double xb, double d) {
    if (xb <= 0) {
      strip[line] += d;
    } else if (xa >= width) {
      return;
    } else if (xa < 0) {
      double part = d * -xa / (xb - xa);
      strip[line] += part;
      piece(line, 0, xb, d - part);
    } else if (xb > width) {
      spread(line, xa, width, d * (width - xa) / (xb - xa));
    } else {
      spread(line, xa, xb, d);
    }
  }

  /** Adds a part that lies inside the row: to each pixel it passes, the area to its right. */
  private void spread(int line, double xa, double xb, double d) {
    int first = Math.min((int) xa, width - 1);
    int last = Math.max(first, (int) Math.ceil(xb) - 1);
    if (first == last) {
      double outside = (xa + xb) / 2 - first;
      strip[line + first] += d * (1 - outside);
      strip[line + first + 1] += d * outside;
      return;
    }
    double perColumn = d / (xb - xa);
    for (int c = first; c <= last; c++) {
      double from = Math.max(xa, c);
      double to = Math.min(xb, c + 1.0);
      double fall = perColumn * (to - from);
      double outside = (from + to) / 2 - c;
      strip[line + c] += fall * (1 - outside);
      strip[line + c + 1] += fall * outside;
    }
  }

  private void emit(Coverage.Builder out) {
    for (int r = 0; r < stripRows; r++) {
      int line = r * (width + 2);
      double sum = 0;
      for (int c = 0; c < width; c++) {
        sum += strip[line + c];
        strip[line + c] = Math.clamp(sum, 0.0, 1.0);
      }
      out.row(left, strip, line, width);
    }
  }
}
