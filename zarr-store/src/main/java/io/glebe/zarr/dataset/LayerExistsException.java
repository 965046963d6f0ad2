package io.glebe.zarr.dataset;

/** The dataset already has a layer with this name. */
public final class LayerExistsException extends RuntimeException {
  LayerExistsException(String layer) {
    super("there is a layer '" + layer + "' already");
  }
}
