package io.glebe.tile.png;

/** Decides once which form this JVM runs. */
final class FilterChoice {
  static final NeighbourFilters BEST = choose();

  private FilterChoice() {}

  /** Only touching the vector form when the module is there keeps the module optional. */
  private static NeighbourFilters choose() {
    boolean vectors = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    return vectors ? VectorFilters.INSTANCE : ScalarFilters.INSTANCE;
  }
}
