package io.glebe.tile.series;

import io.glebe.tile.engine.Plane;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.Estimate;
import io.glebe.tile.plan.OverBudgetException;
import io.glebe.zarr.dataset.layout.TimeMajor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plan of a series: the covered pixels, the cheaper form of each slice, and the pieces of work
 * (one row of chunks of one slice) in storage order. No I/O.
 */
public final class SeriesPlan {
  /**
   * Maximum number of values of one bucket for medians and percentiles; each takes up to 28 bytes.
   */
  public static final long MAX_SAMPLES = 32L << 20;

  private final SeriesRequest request;
  private final List<Coverage> coverages;
  private final List<Plane> planes;
  private final List<Piece> pieces = new ArrayList<>();
  private final Estimate estimate;

  /** One row of chunks of one slice. */
  record Piece(int slice, int chunkRow) {}

  private SeriesPlan(SeriesRequest request, Optional<Budget> budget) {
    this.request = request;
    List<Outline> outlines = outlines(request);
    this.planes = choose(request, outlines);
    budget.ifPresent(maxCost -> checkBoxes(outlines, maxCost));
    this.coverages = measured(outlines);
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
      Estimate one = cost(i, c.box().orElseThrow());
      chunks += one.chunks();
      bytes += one.bytes();
      pixels += c.pixels();
    }
    this.estimate = new Estimate(chunks, bytes, pixels);
  }

  /** The cost of a slice's chunks that a box touches; pixels are the pixels of the box. */
  private Estimate cost(int slice, PixelWindow box) {
    Plane p = planes.get(slice);
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
  private void checkBoxes(List<Outline> outlines, Budget budget) {
    long chunks = 0;
    long bytes = 0;
    long pixels = 0;
    for (int i = 0; i < outlines.size(); i++) {
      if (outlines.get(i).box().isPresent()) {
        Estimate one = cost(i, outlines.get(i).box().get());
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
    return new SeriesPlan(request, Optional.empty());
  }

  /**
   * As {@link #of(SeriesRequest)} within a budget; refuses by chunks and bytes before the coverage
   * is computed.
   *
   * @throws OverBudgetException when it would cost more than the budget, or hold more than {@value
   *     #MAX_SAMPLES} values for percentiles
   */
  public static SeriesPlan of(SeriesRequest request, Budget budget) {
    SeriesPlan plan = new SeriesPlan(request, Optional.of(budget));
    budget.check(plan.estimate);
    plan.checkSamples(MAX_SAMPLES, budget);
    return plan;
  }

  /**
   * As {@link #of(SeriesRequest)}, but refuses chunks and bytes above a budget before the coverage
   * is computed.
   */
  static SeriesPlan measuring(SeriesRequest request, Budget maxCost) {
    return new SeriesPlan(request, Optional.of(maxCost));
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

  private static long chunks(Plane p, PixelWindow box) {
    long across =
        (long) Math.ceilDiv(box.column() + box.width(), p.chunkWidth())
            - box.column() / p.chunkWidth();
    return across
        * (Math.ceilDiv(box.row() + box.height(), p.chunkHeight()) - box.row() / p.chunkHeight());
  }

  /** One outline per slice; slices with the same area share an outline. */
  private static List<Outline> outlines(SeriesRequest request) {
    IdentityHashMap<SeriesArea, Outline> known = new IdentityHashMap<>();
    List<Outline> all = new ArrayList<>();
    for (SeriesSlice s : request.slices()) {
      SeriesArea area = s.area().orElse(request.area());
      all.add(known.computeIfAbsent(area, a -> SeriesArea.outline(a, request.grid())));
    }
    return all;
  }

  private static List<Coverage> measured(List<Outline> outlines) {
    IdentityHashMap<Outline, Coverage> measured = new IdentityHashMap<>();
    return outlines.stream()
        .map(o -> measured.computeIfAbsent(o, outline -> outline.measure().get()))
        .toList();
  }

  /** Slots of one group of the time-major form that have the same area. */
  private record Group(long number, Outline place) {}

  /**
   * Chooses the time-major form where decoding its groups costs less than the slices' own chunks.
   */
  private static List<Plane> choose(SeriesRequest request, List<Outline> outlines) {
    Map<Group, Integer> wanted = new HashMap<>();
    for (int i = 0; i < outlines.size(); i++) {
      Outline o = outlines.get(i);
      request
          .slices()
          .get(i)
          .timeMajor()
          .ifPresent(p -> wanted.merge(group(p, o), 1, Integer::sum));
    }
    List<Plane> chosen = new ArrayList<>();
    for (int i = 0; i < outlines.size(); i++) {
      SeriesSlice s = request.slices().get(i);
      Outline o = outlines.get(i);
      Plane count = s.plane();
      boolean narrow =
          s.timeMajor()
              .map(
                  p ->
                      decoded(p, o) * TimeMajor.GROUP
                          < decoded(count, o) * wanted.getOrDefault(group(p, o), 0))
              .orElse(false);
      chosen.add(narrow ? s.timeMajor().get() : count);
    }
    return chosen;
  }

  private static Group group(Plane timeMajor, Outline place) {
    return new Group(timeMajor.slot() / TimeMajor.GROUP, place);
  }

  /** Number of pixels decoded for one slot of a slice. */
  private static long decoded(Plane p, Outline o) {
    return o.box().map(box -> chunks(p, box) * p.chunkWidth() * p.chunkHeight()).orElse(0L);
  }
}
