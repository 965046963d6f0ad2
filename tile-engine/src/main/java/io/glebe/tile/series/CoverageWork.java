package io.glebe.tile.series;

import java.util.Optional;

/** The computation of a coverage, in short steps. */
interface CoverageWork {
  /** Computes a part, in a few milliseconds; returns the coverage after the last one. */
  Optional<Coverage> step();
}
