package io.glebe.zarr.dataset;

import java.util.Collection;

/** The dataset has no layer with this name. */
public final class NoSuchLayerException extends RuntimeException {
  NoSuchLayerException(String layer, Collection<String> known) {
    super("no layer '" + layer + "', there are " + known);
  }
}
