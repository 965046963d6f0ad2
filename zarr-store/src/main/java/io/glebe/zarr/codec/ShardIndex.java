package io.glebe.zarr.codec;

/**
 * The positions of the inner chunks of one shard. Immutable, parsed by {@link ShardLayout#parse}.
 */
public final class ShardIndex {
  static final long MISSING = -1;

  private final long[] entries;

  /** Pairs of offset and length, already checked. */
  ShardIndex(long[] entries) {
    this.entries = entries;
  }

  /** Number of inner chunks of a shard. */
  public int count() {
    return entries.length / 2;
  }

  /** Whether this inner chunk was never written, so that it reads as the fill value. */
  public boolean isMissing(int ordinal) {
    return entries[2 * ordinal] == MISSING;
  }

  /** Offset of the first byte of this inner chunk in the shard. */
  public long offset(int ordinal) {
    requirePresent(ordinal);
    return entries[2 * ordinal];
  }

  /** Number of encoded bytes of this inner chunk. */
  public long length(int ordinal) {
    requirePresent(ordinal);
    return entries[2 * ordinal + 1];
  }

  /** Heap bytes, used as its weight in caches. */
  public long weight() {
    return 32L + 8L * entries.length;
  }

  private void requirePresent(int ordinal) {
    if (isMissing(ordinal)) {
      throw new IllegalStateException("inner chunk " + ordinal + " is missing");
    }
  }
}
