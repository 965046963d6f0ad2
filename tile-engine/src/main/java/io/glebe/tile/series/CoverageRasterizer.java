package io.glebe.tile.series;

import io.glebe.tile.grid.PixelWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Exact area coverage of pixels by rings. Each edge adds, to every pixel of a row it passes, the
 * signed area between itself and the pixel's right side; the running sum along the row is then the
 * covered part of each pixel (the trapezoid accumulation known from font rendering). It works in
 * strips of rows, so it needs memory for a strip only, not for the area's box.
 */
final class CoverageRasterizer {
  private static final int STRIP_ROWS = 32;

  private final int left;
  private final int top;
  private final int width;
  private final int height;
  private final double[] strip;
  private int stripTop;
  private int stripRows;

  /** Rasterizes the pixels of the box only and cuts off everything outside. */
  private CoverageRasterizer(PixelWindow box) {
    this.left = box.column();
    this.top = box.row();
    this.width = box.width();
    this.height = box.height();
    this.strip = new double[STRIP_ROWS * (width + 2)];
  }

  /** The coverage of rings in pixel coordinates, clipped to a grid of this size. */
  static Coverage of(Rings rings, int gridWidth, int gridHeight) {
    return rings
        .box(gridWidth, gridHeight)
        .map(box -> new CoverageRasterizer(box).run(rings))
        .orElseGet(() -> new Coverage.Builder(0).build());
  }

  private Coverage run(Rings rings) {
    List<Edge> edges = edges(rings);
    edges.sort(Comparator.comparingDouble(Edge::top));
    Coverage.Builder out = new Coverage.Builder(top);
    List<Edge> active = new ArrayList<>();
    int next = 0;
    for (stripTop = 0; stripTop < height; stripTop += STRIP_ROWS) {
      stripRows = Math.min(STRIP_ROWS, height - stripTop);
      int end = stripTop + stripRows;
      while (next < edges.size() && edges.get(next).top < end) {
        active.add(edges.get(next++));
      }
      Arrays.fill(strip, 0);
      active.removeIf(e -> e.bottom <= stripTop);
      for (Edge e : active) {
        accumulate(e);
      }
      emit(out);
    }
    return out.build();
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
