package io.glebe.tile.png;

import io.glebe.zarr.vector.Vectors;

/**
 * Uses the vector form only when the vector module is present, so that the module stays optional.
 */
final class FilterChoice {
  private static final NeighbourFilters VECTORS =
      Vectors.present() ? VectorFilters.INSTANCE : ScalarFilters.INSTANCE;

  private FilterChoice() {}

  static NeighbourFilters now() {
    return Vectors.usable() ? VECTORS : ScalarFilters.INSTANCE;
  }
}
