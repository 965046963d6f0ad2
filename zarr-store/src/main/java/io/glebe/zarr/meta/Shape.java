package io.glebe.zarr.meta;

import java.util.Arrays;

/** Immutable extents, one per dimension, slowest dimension first. */
public final class Shape {
  /** Maximum number of dimensions; it bounds the work that metadata can cause. */
  public static final int MAX_RANK = 32;

  private final long[] extents;

  private Shape(long[] extents) {
    this.extents = extents;
  }

  /** A shape of extents of zero or more; at most {@value #MAX_RANK} of them. */
  public static Shape of(long... extents) {
    if (extents.length > MAX_RANK) {
      throw new MetadataException(extents.length + " dimensions are more than " + MAX_RANK);
    }
    for (long extent : extents) {
      if (extent < 0) {
        throw new MetadataException("negative extent " + extent);
      }
    }
    return new Shape(extents.clone());
  }

  public int rank() {
    return extents.length;
  }

  public long get(int dimension) {
    return extents[dimension];
  }

  public long[] toArray() {
    return extents.clone();
  }

  /** Number of elements; throws when it does not fit into a long. */
  public long elements() {
    long product = 1;
    for (long extent : extents) {
      if (extent == 0) {
        return 0;
      }
    }
    for (long extent : extents) {
      try {
        product = Math.multiplyExact(product, extent);
      } catch (ArithmeticException tooLarge) {
        throw new MetadataException("shape " + this + " has too many elements", tooLarge);
      }
    }
    return product;
  }

  /** This shape with one extent replaced. */
  public Shape with(int dimension, long extent) {
    long[] changed = extents.clone();
    changed[dimension] = extent;
    return of(changed);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape that && Arrays.equals(extents, that.extents);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(extents);
  }

  @Override
  public String toString() {
    return Arrays.toString(extents);
  }
}
