package io.glebe.tile.engine;

import io.glebe.zarr.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A rendered picture in native memory, where a socket takes its bytes from as they lie. Whoever was
 * given one by {@link TileCache#lease} holds a reference and gives it back with {@link #release}
 * when the bytes have been sent; until then they stay, whatever the cache drops meanwhile.
 */
public final class CachedTile {
  /** One use in so many is told to the cache; a power of two. */
  private static final int TOLD = 8;

  private final Slab slab;
  private final ByteBuffer bytes;
  private final TileResult made;

  /** Roughly: threads may count at the same time. */
  private int uses;

  private CachedTile(Slab slab, TileResult made) {
    this.slab = slab;
    this.bytes = slab.segment().asByteBuffer().asReadOnlyBuffer();
    this.made = made;
  }

  /**
   * Copies a picture into a slab that becomes its own.
   *
   * @param slab of exactly the picture's size
   */
  static CachedTile of(TileResult tile, Slab slab) {
    slab.segment().copyFrom(MemorySegment.ofArray(tile.bytes()));
    return new CachedTile(slab, tile.withoutBytes());
  }

  /** The picture's bytes, from position 0 to the limit, to be duplicated and only to be read. */
  public ByteBuffer bytes() {
    return bytes;
  }

  public String contentType() {
    return made.contentType();
  }

  public String etag() {
    return made.etag();
  }

  /** Gives the reference back. */
  public void release() {
    slab.release();
  }

  /** Adds a reference, unless the memory has gone back already. */
  boolean tryRetain() {
    return slab.tryRetain();
  }

  /** Whether this use is one of those of which the cache hears. */
  boolean isTold() {
    return (++uses & TOLD - 1) == 0;
  }

  /** The picture with a copy of its bytes; for whoever holds a reference. */
  TileResult copied() {
    byte[] copy = new byte[bytes.limit()];
    bytes.get(0, copy);
    return made.fromCache(copy);
  }
}
