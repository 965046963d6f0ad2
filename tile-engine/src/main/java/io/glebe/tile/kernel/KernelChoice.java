package io.glebe.tile.kernel;

import io.glebe.zarr.vector.Vectors;

/** Only touching {@link VectorKernels} when the module is there keeps the module optional. */
final class KernelChoice {
  private static final Kernels VECTORS =
      Vectors.present() ? VectorKernels.INSTANCE : ScalarKernels.INSTANCE;

  private KernelChoice() {}

  static Kernels now() {
    return Vectors.usable() ? VECTORS : ScalarKernels.INSTANCE;
  }
}
