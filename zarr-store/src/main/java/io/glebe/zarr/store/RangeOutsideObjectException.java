package io.glebe.zarr.store;

/**
 * A range begins at or after the end of its object: the object is shorter than its index states.
 */
public final class RangeOutsideObjectException extends StoreException {
  public RangeOutsideObjectException(String key, ByteRange range, long objectSize) {
    super(key, "range " + range + " is outside object '" + key + "' of " + objectSize + " bytes");
  }
}
