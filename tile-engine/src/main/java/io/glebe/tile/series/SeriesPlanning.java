package io.glebe.tile.series;

import io.glebe.tile.engine.Plane;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Plans a series in short steps, so that other work runs in between and an abandoned plan ends:
 * outlines of the areas, choice of the planes, check of the budget, coverage. Not thread-safe.
 */
final class SeriesPlanning {
  private final SeriesRequest request;
  private final PlanLimits limits;
  private final IdentityHashMap<SeriesArea, Outline> known = new IdentityHashMap<>();
  private final List<Outline> outlines = new ArrayList<>();
  private final IdentityHashMap<Outline, Coverage> measured = new IdentityHashMap<>();
  private final List<Coverage> coverages = new ArrayList<>();
  private List<Plane> planes = List.of();
  private Optional<CoverageWork> work = Optional.empty();
  private boolean checked;

  SeriesPlanning(SeriesRequest request, PlanLimits limits) {
    this.request = request;
    this.limits = limits;
  }

  /** Plans everything at once. */
  static SeriesPlan whole(SeriesRequest request, PlanLimits limits) {
    SeriesPlanning planning = new SeriesPlanning(request, limits);
    return planning.advance(Long.MAX_VALUE).orElseThrow();
  }

  /** Works for this time; returns the plan when it is complete. */
  Optional<SeriesPlan> advance(long nanos) {
    long start = System.nanoTime();
    do {
      if (coverages.size() == request.slices().size()) {
        return Optional.of(new SeriesPlan(request, planes, coverages, limits.memory()));
      }
      step();
    } while (System.nanoTime() - start < nanos);
    return Optional.empty();
  }

  private void step() {
    if (outlines.size() < request.slices().size()) {
      SeriesArea area = request.slices().get(outlines.size()).area().orElse(request.area());
      outlines.add(
          known.computeIfAbsent(area, a -> SeriesArea.outline(a, request.grid(), limits.memory())));
    } else if (!checked) {
      planes = PlaneChoice.choose(request, outlines);
      limits.budget().ifPresent(most -> SeriesPlan.checkBoxes(request, planes, outlines, most));
      checked = true;
    } else {
      measure(outlines.get(coverages.size()));
    }
  }

  private void measure(Outline outline) {
    Coverage coverage = measured.get(outline);
    if (coverage != null) {
      coverages.add(coverage);
      return;
    }
    CoverageWork current = work.orElseGet(() -> outline.measure().apply(limits));
    Optional<Coverage> done = current.step();
    if (done.isPresent()) {
      measured.put(outline, done.get());
      work = Optional.empty();
    } else {
      work = Optional.of(current);
    }
  }
}
