package io.glebe.tile.series;

import io.glebe.tile.plan.Budget;
import java.util.Optional;

/**
 * The limits within which a series is planned.
 *
 * @param budget chunks and bytes, checked before the coverage is computed; empty for no limit
 * @param edgeCells pixels that all edges of an area may pass, checked likewise
 * @param memory of the series
 */
public record PlanLimits(Optional<Budget> budget, long edgeCells, SeriesMemory memory) {
  /** Limits by chunks and bytes only. */
  static PlanLimits of(Optional<Budget> budget) {
    return new PlanLimits(budget, Long.MAX_VALUE, SeriesMemory.unlimited());
  }
}
