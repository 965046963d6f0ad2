package io.glebe.tile.kernel;

/** Decides once which form of the kernels this JVM runs. */
final class KernelChoice {
  static final Kernels BEST = choose();

  private KernelChoice() {}

  /** Only touching {@link VectorKernels} when the module is there keeps the module optional. */
  private static Kernels choose() {
    boolean vectors = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    return vectors ? VectorKernels.INSTANCE : ScalarKernels.INSTANCE;
  }
}
