package io.glebe.tile.engine;

import io.glebe.zarr.digest.Sha256;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The canonical description of an image's inputs: equal inputs give equal keys, and any other data
 * slice, style, parameter or tile gives another key. The key contains nothing about the caller:
 * permission is checked before the key is looked up, so one cached tile serves all callers with
 * access.
 */
public final class TileKey {
  /** Increased when the pixels of rendered tiles change, so that old ETags no longer match. */
  static final int RENDERING_VERSION = 1;

  private static final int ETAG_BYTES = 16;

  private final String canonical;

  /** Computed on first use; several threads may compute it with the same result. */
  private @Nullable String etag;

  public TileKey(String canonical) {
    this.canonical = canonical;
  }

  public String canonical() {
    return canonical;
  }

  /**
   * The strong validator, including its quotes. It depends on the key only, so no rendering is
   * needed.
   */
  public String etag() {
    String known = etag;
    if (known == null) {
      byte[] digest = Sha256.of(canonical);
      byte[] half = new byte[ETAG_BYTES];
      System.arraycopy(digest, 0, half, 0, ETAG_BYTES);
      known = '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(half) + '"';
      etag = known;
    }
    return known;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TileKey key && key.canonical.equals(canonical);
  }

  @Override
  public int hashCode() {
    return canonical.hashCode();
  }

  @Override
  public String toString() {
    return canonical;
  }
}
