package io.glebe.tile.series;

import io.glebe.tile.engine.Plane;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.Estimate;
import io.glebe.tile.plan.OverBudgetException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The plan of a series: the covered pixels, the cheaper form of each slice, and the pieces of work
 * (one row of chunks of one slice) in storage order. No I/O.
 */
public final class SeriesPlan {
  /**
   * Maximum number of values of one bucket for medians and percentiles; each takes up to 24 bytes.
   */
  public static final long MAX_SAMPLES = 32L << 20;

  /** Values for percentiles that the pieces of one batch may keep together. */
  static final long BATCH_SAMPLES = 1 << 20;

  /** Heap of one value in a bucket while it grows or is sorted. */
  private static final int BUCKET_SAMPLE_BYTES = 24;

  /** Heap of one value in a piece. */
  private static final int PIECE_SAMPLE_BYTES = 20;

  /** Heap of one piece in its list. */
  private static final int PIECE_BYTES = 32;

  private final SeriesRequest request;
  private final List<Coverage> coverages;
  private final List<Plane> planes;
  private final List<Piece> pieces = new ArrayList<>();
  private final Estimate estimate;
  private final SeriesMemory memory;

  /** One row of chunks of one slice. */
  record Piece(int slice, int chunkRow) {}

  SeriesPlan(
      SeriesRequest request, List<Plane> planes, List<Coverage> coverages, SeriesMemory memory) {
    this.request = request;
    this.planes = List.copyOf(planes);
    this.coverages = List.copyOf(coverages);
    this.memory = memory;
    long chunks = 0;
    long bytes = 0;
    long pixels = 0;
    for (int i = 0; i < planes.size(); i++) {
      Coverage c = coverages.get(i);
      if (c.isEmpty()) {
        continue;
      }
      Plane p = planes.get(i);
      int first = c.firstRow() / p.chunkHeight();
      int end = Math.ceilDiv(c.endRow(), p.chunkHeight());
      for (int row = first; row < end; row++) {
        pieces.add(new Piece(i, row));
      }
      Estimate one = cost(request, i, p, c.box().orElseThrow());
      chunks += one.chunks();
      bytes += one.bytes();
      pixels += c.pixels();
    }
    memory.take((long) pieces.size() * PIECE_BYTES);
    this.estimate = new Estimate(chunks, bytes, pixels);
  }

  /** The cost of a slice's chunks that a box touches; pixels are the pixels of the box. */
  private static Estimate cost(SeriesRequest request, int slice, Plane p, PixelWindow box) {
    long touched = chunks(p, box);
    int layers = request.slices().get(slice).mask().isPresent() ? 2 : 1;
    return new Estimate(
        touched * layers,
        touched * p.chunkWidth() * p.chunkHeight() * p.type().size(),
        box.pixels());
  }

  /**
   * Refuses requests by chunks and bytes before the coverage is computed. Both depend only on the
   * boxes of the areas, which are known without computing the coverage. The pixels are known only
   * afterwards and are not checked here; the exception reports the pixels of the boxes.
   */
  static void checkBoxes(
      SeriesRequest request, List<Plane> planes, List<Outline> outlines, Budget budget) {
    long chunks = 0;
    long bytes = 0;
    long pixels = 0;
    for (int i = 0; i < outlines.size(); i++) {
      if (outlines.get(i).box().isPresent()) {
        Estimate one = cost(request, i, planes.get(i), outlines.get(i).box().get());
        chunks += one.chunks();
        bytes += one.bytes();
        pixels += one.pixels();
      }
    }
    if (!budget.allows(new Estimate(chunks, bytes, 0))) {
      throw new OverBudgetException(new Estimate(chunks, bytes, pixels), budget);
    }
  }

  /**
   * Plans a series. The cost includes the coverage of the area, so do not call it on an event loop
   * when the area has many vertices.
   */
  public static SeriesPlan of(SeriesRequest request) {
    return SeriesPlanning.whole(request, PlanLimits.of(Optional.empty()));
  }

  /**
   * As {@link #of(SeriesRequest)} within a budget; refuses by chunks and bytes before the coverage
   * is computed.
   *
   * @throws OverBudgetException when it would cost more than the budget, or hold more than {@value
   *     #MAX_SAMPLES} values for percentiles
   */
  public static SeriesPlan of(SeriesRequest request, Budget budget) {
    SeriesPlan plan = SeriesPlanning.whole(request, PlanLimits.of(Optional.of(budget)));
    budget.check(plan.estimate);
    plan.checkSamples(MAX_SAMPLES, budget);
    return plan;
  }

  /**
   * Refuses a series that would keep more values at once for medians and percentiles.
   *
   * @throws OverBudgetException with this limit in place of the pixels of the budget
   */
  public void checkSamples(long maxCost, Budget budget) {
    if (samples() > maxCost) {
      throw new OverBudgetException(
          estimate, new Budget(budget.chunks(), budget.bytes(), Math.max(1, maxCost)));
    }
  }

  /**
   * Maximum number of values that a bucket keeps for medians and percentiles; 0 when none are
   * requested.
   */
  public long samples() {
    if (!request.needsSamples()) {
      return 0;
    }
    long maxCost = 0;
    long count = 0;
    for (int i = 0; i < coverages.size(); i++) {
      count = (i == 0 || request.sameBucket(i - 1, i) ? count : 0) + coverages.get(i).pixels();
      maxCost = Math.max(maxCost, count);
    }
    return maxCost;
  }

  /** Heap of the values that are kept for medians and percentiles while the series is read. */
  public long sampleBytes() {
    if (!request.needsSamples()) {
      return 0;
    }
    long largest = pieces.stream().mapToLong(this::pixels).max().orElse(0);
    long batch = Math.min(Math.max(BATCH_SAMPLES, largest), estimate.pixels());
    return samples() * BUCKET_SAMPLE_BYTES + batch * PIECE_SAMPLE_BYTES;
  }

  public Estimate estimate() {
    return estimate;
  }

  /** The areas of the slices; consecutive slices with the same area are one entry. */
  public List<AreaOfInterest> places() {
    List<AreaOfInterest> places = new ArrayList<>();
    for (int i = 0; i < coverages.size(); i++) {
      Coverage c = coverages.get(i);
      Instant time = request.slices().get(i).time();
      if (i > 0 && coverages.get(i - 1) == c) {
        AreaOfInterest previous = places.removeLast();
        places.add(new AreaOfInterest(previous.first(), time, c.totalWeight(), c.pixels()));
      } else {
        places.add(new AreaOfInterest(time, time, c.totalWeight(), c.pixels()));
      }
    }
    return places;
  }

  /** Number of slices to read. */
  public int slices() {
    return request.slices().size();
  }

  /** Whether two slices belong to the same bucket. */
  public boolean sameBucket(int slice, int other) {
    return request.sameBucket(slice, other);
  }

  SeriesRequest request() {
    return request;
  }

  /** The memory of the series. */
  SeriesMemory memory() {
    return memory;
  }

  /** Number of pixels that a piece reads. */
  long pixels(Piece piece) {
    int height = planes.get(piece.slice()).chunkHeight();
    int top = piece.chunkRow() * height;
    return coverages.get(piece.slice()).pixels(top, top + height);
  }

  Coverage coverage(int slice) {
    return coverages.get(slice);
  }

  List<Piece> pieces() {
    return pieces;
  }

  /** The form of a slice that is read. */
  Plane plane(int slice) {
    return planes.get(slice);
  }

  /** Whether the stored statistics per chunk of the slice can replace whole chunks. */
  boolean mayUseStatistics(int slice) {
    Plane p = planes.get(slice);
    Coverage c = coverages.get(slice);
    boolean large =
        c.endRow() - c.firstRow() >= Math.min(p.chunkHeight(), request.grid().height())
            && c.endColumn() - c.firstColumn() >= Math.min(p.chunkWidth(), request.grid().width());
    return request.isPlain()
        && !c.isEmpty()
        && large
        && p.equals(request.slices().get(slice).plane());
  }

  /** First column of a row's chunks that the area's box touches. */
  int firstColumn(int slice) {
    return coverages.get(slice).firstColumn() / planes.get(slice).chunkWidth();
  }

  /** Column after the last one. */
  int endColumn(int slice) {
    return Math.ceilDiv(coverages.get(slice).endColumn(), planes.get(slice).chunkWidth());
  }

  static long chunks(Plane p, PixelWindow box) {
    long across =
        (long) Math.ceilDiv(box.column() + box.width(), p.chunkWidth())
            - box.column() / p.chunkWidth();
    return across
        * (Math.ceilDiv(box.row() + box.height(), p.chunkHeight()) - box.row() / p.chunkHeight());
  }
}
