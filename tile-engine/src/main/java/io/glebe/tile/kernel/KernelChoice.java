package io.glebe.tile.kernel;

import io.glebe.zarr.vector.Vectors;

/**
 * Uses {@link VectorKernels} only when the vector module is present, so that the module stays
 * optional.
 */
final class KernelChoice {
  private static final Kernels VECTORS =
      Vectors.present() ? VectorKernels.INSTANCE : ScalarKernels.INSTANCE;

  private KernelChoice() {}

  static Kernels now() {
    return Vectors.usable() ? VECTORS : ScalarKernels.INSTANCE;
  }
}
