package io.glebe.tile.series;

import io.glebe.tile.engine.Plane;
import io.glebe.tile.engine.RenderScratch;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.Raster;
import io.glebe.zarr.chunk.ChunkLease;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/** Reads one piece of a plan into an accumulator, on a render thread. */
final class ChunkAccumulation {
  private final SeriesPlan plan;
  private final SeriesPlan.Piece piece;
  private final Coverage coverage;
  private final double[] maskValues;

  ChunkAccumulation(SeriesPlan plan, SeriesPlan.Piece piece) {
    this.plan = plan;
    this.piece = piece;
    this.coverage = plan.coverage(piece.slice());
    this.maskValues =
        plan.request().maskValues().stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Reads the chunks of the piece.
   *
   * @param stopped checked before each chunk; the accumulator is incomplete afterwards
   */
  void read(
      Optional<SliceStatistics> statistics,
      RenderScratch scratch,
      Accumulator accumulator,
      BooleanSupplier stopped) {
    Plane plane = plan.plane(piece.slice());
    Optional<Plane> mask =
        maskValues.length == 0
            ? Optional.empty()
            : plan.request()
                .slices()
                .get(piece.slice())
                .mask()
                .map(ChunkAccumulation::uncalibrated);
    int end = plan.endColumn(piece.slice());
    for (int c = plan.firstColumn(piece.slice()); c < end && !stopped.getAsBoolean(); c++) {
      chunk(plane, c, piece.chunkRow(), mask, statistics, scratch, accumulator);
    }
  }

  private void chunk(
      Plane plane,
      int column,
      int row,
      Optional<Plane> mask,
      Optional<SliceStatistics> statistics,
      RenderScratch scratch,
      Accumulator accumulator) {
    PixelWindow inside = clip(plane.area(column, row));
    ChunkShare share = coverage.share(inside, plane.chunkWidth());
    if (share.isEmpty()) {
      return;
    }
    if (share.isWhole() && statistics.isPresent()) {
      accumulator.touch(inside.pixels());
      summary(statistics.get(), row, column, plane.calibration(), accumulator);
      return;
    }
    if (mask.isEmpty()
        && accumulator.isPlain()
        && inPlace(plane, column, row, share, accumulator)) {
      return;
    }
    PixelWindow window = narrowed(inside);
    Raster values = scratch.raster(0).reset(window);
    plane.gather(column, row, values);
    if (mask.isPresent()) {
      Raster masks = scratch.raster(1).reset(window);
      gather(mask.get(), masks);
      cut(values, masks, accumulator);
    }
    if (share.isWhole()) {
      accumulator.touch(window.pixels());
      accumulator.addFull(values.values(), 0, (int) window.pixels());
    } else {
      spans(values, accumulator);
    }
  }

  /** Adds the pixels without copying them; false for a chunk that was never written. */
  private static boolean inPlace(
      Plane plane, int column, int row, ChunkShare share, Accumulator accumulator) {
    try (ChunkLease lease = plane.lease(column, row)) {
      if (lease.isFill()) {
        return false;
      }
      MemorySegment elements = plane.elements(lease);
      accumulator.add(elements, plane.type(), plane.calibration(), share);
      return true;
    }
  }

  private void spans(Raster values, Accumulator accumulator) {
    PixelWindow w = values.window();
    coverage.eachSpan(
        w,
        (row, span, from, to) -> {
          int line = (row - w.row()) * w.width() - w.column();
          accumulator.touch(to - from);
          if (coverage.isFull(span)) {
            accumulator.addFull(values.values(), line + from, to - from);
            return;
          }
          for (int c = from; c < to; c++) {
            accumulator.addPart(values.values()[line + c], coverage.weight(span, c));
          }
        });
  }

  /** Removes masked pixels from the values and counts them. */
  private void cut(Raster values, Raster masks, Accumulator accumulator) {
    PixelWindow w = values.window();
    coverage.eachSpan(
        w,
        (row, span, from, to) -> {
          int line = (row - w.row()) * w.width() - w.column();
          long masked = 0;
          for (int c = from; c < to; c++) {
            if (isMasked(masks.values()[line + c])) {
              values.values()[line + c] = Float.NaN;
              masked++;
            }
          }
          accumulator.mask(masked);
        });
  }

  private boolean isMasked(float stored) {
    for (double m : maskValues) {
      if (stored == m) {
        return true;
      }
    }
    return false;
  }

  private static void gather(Plane plane, Raster to) {
    PixelWindow w = to.window();
    int endColumn = Math.ceilDiv(w.column() + w.width(), plane.chunkWidth());
    int endRow = Math.ceilDiv(w.row() + w.height(), plane.chunkHeight());
    for (int r = w.row() / plane.chunkHeight(); r < endRow; r++) {
      for (int c = w.column() / plane.chunkWidth(); c < endColumn; c++) {
        plane.gather(c, r, to);
      }
    }
  }

  private static void summary(
      SliceStatistics kept, int row, int column, Calibration calibration, Accumulator accumulator) {
    long count = kept.count(row, column);
    double a = kept.min(row, column) * calibration.scale() + calibration.offset();
    double b = kept.max(row, column) * calibration.scale() + calibration.offset();
    double sum = kept.sum(row, column) * calibration.scale() + count * calibration.offset();
    accumulator.addSummary(count, sum, Math.min(a, b), Math.max(a, b));
  }

  /** Clips a chunk's pixels to the grid. */
  private PixelWindow clip(PixelWindow area) {
    RasterGrid grid = plan.request().grid();
    return new PixelWindow(
        area.column(),
        area.row(),
        Math.min(area.width(), grid.width() - area.column()),
        Math.min(area.height(), grid.height() - area.row()));
  }

  /** Clips a window to the area's box. */
  private PixelWindow narrowed(PixelWindow w) {
    int left = Math.max(w.column(), coverage.firstColumn());
    int top = Math.max(w.row(), coverage.firstRow());
    int right = Math.min(w.column() + w.width(), coverage.endColumn());
    int bottom = Math.min(w.row() + w.height(), coverage.endRow());
    return new PixelWindow(left, top, right - left, bottom - top);
  }

  /**
   * The mask without calibration: masks compare stored numbers, and "no data" in a mask masks
   * nothing.
   */
  private static Plane uncalibrated(Plane mask) {
    return new Plane(mask.chunks(), mask.slot(), new Calibration(1, 0, OptionalDouble.empty()));
  }
}
