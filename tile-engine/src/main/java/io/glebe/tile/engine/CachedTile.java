package io.glebe.tile.engine;

import io.glebe.zarr.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A rendered image in native memory that a socket can send without a copy. A caller of {@link
 * TileCache#lease} holds a reference and releases it with {@link #release} after the bytes are
 * sent. The memory stays valid until then, even when the cache evicts the tile.
 */
public final class CachedTile {
  /** One of this many uses is reported to the cache; a power of two. */
  private static final int USES_PER_REPORT = 8;

  private final Slab slab;
  private final ByteBuffer bytes;
  private final TileResult made;

  /** Approximate: threads may count at the same time. */
  private int uses;

  private CachedTile(Slab slab, TileResult made) {
    this.slab = slab;
    this.bytes = slab.segment().asByteBuffer().asReadOnlyBuffer();
    this.made = made;
  }

  /**
   * Copies an image into a slab and takes ownership of the slab.
   *
   * @param slab has exactly the size of the image
   */
  static CachedTile of(TileResult tile, Slab slab) {
    slab.segment().copyFrom(MemorySegment.ofArray(tile.bytes()));
    return new CachedTile(slab, tile.withoutBytes());
  }

  /**
   * The bytes of the image, from position 0 to the limit. Duplicate the buffer and only read it.
   */
  public ByteBuffer bytes() {
    return bytes;
  }

  public String contentType() {
    return made.contentType();
  }

  public String etag() {
    return made.etag();
  }

  /** Releases one reference. */
  public void release() {
    slab.release();
  }

  /** Adds a reference; false when the memory has already been released. */
  boolean tryRetain() {
    return slab.tryRetain();
  }

  /** Whether this use is reported to the cache. */
  boolean countUse() {
    return (++uses & USES_PER_REPORT - 1) == 0;
  }

  /** The image with a copy of its bytes. The caller must hold a reference. */
  TileResult copied() {
    byte[] copy = new byte[bytes.limit()];
    bytes.get(0, copy);
    return made.fromCache(copy);
  }
}
