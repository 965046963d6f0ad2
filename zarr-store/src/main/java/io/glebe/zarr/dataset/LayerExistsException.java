package io.glebe.zarr.dataset;

/** The dataset has a layer of that name already. */
public final class LayerExistsException extends RuntimeException {
  LayerExistsException(String layer) {
    super("there is a layer '" + layer + "' already");
  }
}
