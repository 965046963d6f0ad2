package io.glebe.tile.png;

import io.glebe.zarr.vector.Vectors;

/** Only touching the vector form when the module is there keeps the module optional. */
final class FilterChoice {
  private static final NeighbourFilters VECTORS =
      Vectors.present() ? VectorFilters.INSTANCE : ScalarFilters.INSTANCE;

  private FilterChoice() {}

  static NeighbourFilters now() {
    return Vectors.usable() ? VECTORS : ScalarFilters.INSTANCE;
  }
}
