package io.glebe.tile.series;

import io.glebe.tile.engine.Plane;
import io.glebe.zarr.dataset.layout.TimeMajor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Chooses for each slice of a series the stored form that costs less. */
final class PlaneChoice {
  private PlaneChoice() {}

  /** Slots of one group of the time-major form that have the same area. */
  private record Group(long number, Outline place) {}

  /**
   * Chooses the time-major form where decoding its groups costs less than the slices' own chunks.
   */
  static List<Plane> choose(SeriesRequest request, List<Outline> outlines) {
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
      Plane own = s.plane();
      boolean narrow =
          s.timeMajor()
              .map(
                  p ->
                      decoded(p, o) * TimeMajor.GROUP
                          < decoded(own, o) * wanted.getOrDefault(group(p, o), 0))
              .orElse(false);
      chosen.add(narrow ? s.timeMajor().get() : own);
    }
    return chosen;
  }

  private static Group group(Plane timeMajor, Outline place) {
    return new Group(timeMajor.slot() / TimeMajor.GROUP, place);
  }

  /** Number of pixels decoded for one slot of a slice. */
  private static long decoded(Plane p, Outline o) {
    return o.box()
        .map(box -> SeriesPlan.chunks(p, box) * p.chunkWidth() * p.chunkHeight())
        .orElse(0L);
  }
}
