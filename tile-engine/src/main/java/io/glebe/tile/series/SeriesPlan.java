package io.glebe.tile.series;

import io.glebe.tile.engine.Plane;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.Estimate;
import io.glebe.tile.plan.OverBudgetException;
import io.glebe.zarr.dataset.TimeMajor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a series reads: the covered pixels, which form of each slice is cheaper, and the pieces of
 * work (one row of chunks of one slice) in storage order. No I/O.
 */
public final class SeriesPlan {
  /** Values kept for medians and percentiles; each takes eight bytes. */
  public static final long MAX_SAMPLES = 32L << 20;

  private final SeriesRequest request;
  private final Coverage coverage;
  private final List<Plane> planes;
  private final List<Piece> pieces = new ArrayList<>();
  private final Estimate estimate;

  /** One row of chunks of one slice. */
  record Piece(int slice, int chunkRow) {}

  private SeriesPlan(SeriesRequest request, Coverage coverage) {
    this.request = request;
    this.coverage = coverage;
    this.planes = choose(request, coverage);
    long chunks = 0;
    long bytes = 0;
    for (int i = 0; i < planes.size() && !coverage.isEmpty(); i++) {
      Plane p = planes.get(i);
      int first = coverage.firstRow() / p.chunkHeight();
      int end = Math.ceilDiv(coverage.endRow(), p.chunkHeight());
      for (int row = first; row < end; row++) {
        pieces.add(new Piece(i, row));
      }
      long touched = (long) across(p, coverage) * (end - first);
      long masks = request.slices().get(i).mask().isPresent() ? 2 : 1;
      chunks += touched * masks;
      bytes += touched * p.chunkWidth() * p.chunkHeight() * p.type().size();
    }
    this.estimate = new Estimate(chunks, bytes, coverage.pixels() * planes.size());
  }

  /**
   * Plans a series; costs as much as measuring the area, so not for event loops when the area has
   * many vertices.
   *
   * @throws OverBudgetException when it would cost more than the budget, or hold more than {@value
   *     #MAX_SAMPLES} values for percentiles
   */
  public static SeriesPlan of(SeriesRequest request, Budget budget) {
    SeriesPlan plan = new SeriesPlan(request, request.area().on(request.grid()));
    budget.check(plan.estimate);
    if (request.needsSamples() && plan.estimate.pixels() > MAX_SAMPLES) {
      throw new OverBudgetException(
          plan.estimate, new Budget(budget.chunks(), budget.bytes(), MAX_SAMPLES));
    }
    return plan;
  }

  public Estimate estimate() {
    return estimate;
  }

  SeriesRequest request() {
    return request;
  }

  Coverage coverage() {
    return coverage;
  }

  List<Piece> pieces() {
    return pieces;
  }

  /** The form of a slice that is read. */
  Plane plane(int slice) {
    return planes.get(slice);
  }

  /** Whether per-chunk statistics kept with the slice can stand for whole chunks. */
  boolean mayUseStatistics(int slice) {
    Plane p = planes.get(slice);
    boolean large =
        coverage.endRow() - coverage.firstRow()
                >= Math.min(p.chunkHeight(), request.grid().height())
            && coverage.endColumn() - coverage.firstColumn()
                >= Math.min(p.chunkWidth(), request.grid().width());
    return request.isPlain() && large && p.equals(request.slices().get(slice).plane());
  }

  /** Chunks of one row that the area's box touches: first column. */
  int firstColumn(Plane p) {
    return coverage.firstColumn() / p.chunkWidth();
  }

  /** Column after the last one. */
  int endColumn(Plane p) {
    return Math.ceilDiv(coverage.endColumn(), p.chunkWidth());
  }

  private static int across(Plane p, Coverage c) {
    return Math.ceilDiv(c.endColumn(), p.chunkWidth()) - c.firstColumn() / p.chunkWidth();
  }

  private static int down(Plane p, Coverage c) {
    return Math.ceilDiv(c.endRow(), p.chunkHeight()) - c.firstRow() / p.chunkHeight();
  }

  /** Takes the time-major form where decoding its groups costs less than the slices' own chunks. */
  private static List<Plane> choose(SeriesRequest request, Coverage c) {
    Map<Long, Integer> wanted = new HashMap<>();
    for (SeriesSlice s : request.slices()) {
      s.timeMajor().ifPresent(p -> wanted.merge(group(p), 1, Integer::sum));
    }
    List<Plane> chosen = new ArrayList<>();
    for (SeriesSlice s : request.slices()) {
      Plane own = s.plane();
      boolean narrow =
          s.timeMajor()
              .map(p -> cost(p, c) * TimeMajor.GROUP < cost(own, c) * wanted.get(group(p)))
              .orElse(false);
      chosen.add(narrow ? s.timeMajor().get() : own);
    }
    return chosen;
  }

  private static long group(Plane timeMajor) {
    return timeMajor.slot() / TimeMajor.GROUP;
  }

  /** Pixels decoded for one slot of a slice. */
  private static long cost(Plane p, Coverage c) {
    return c.isEmpty() ? 0 : (long) across(p, c) * down(p, c) * p.chunkWidth() * p.chunkHeight();
  }
}
