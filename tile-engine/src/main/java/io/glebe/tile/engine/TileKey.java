package io.glebe.tile.engine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What a picture is made of, written in one canonical way: same inputs, same key; any other data
 * slice, style, parameter or tile, another key. It holds nothing about the caller: permission is
 * asked before the key is looked up, so one cached tile serves all who may see it.
 */
public final class TileKey {
  /** Raised whenever rendering changes what a tile looks like, so that old ETags stop to match. */
  static final int RENDERING_VERSION = 1;

  private static final int ETAG_BYTES = 16;

  private final String canonical;

  /** Computed when it is first asked for; many threads may do so, to the same end. */
  private @Nullable String etag;

  public TileKey(String canonical) {
    this.canonical = canonical;
  }

  public String canonical() {
    return canonical;
  }

  /** The strong validator, with its quotes; follows from the key alone, no rendering needed. */
  public String etag() {
    String known = etag;
    if (known == null) {
      byte[] digest = sha256().digest(canonical.getBytes(StandardCharsets.UTF_8));
      byte[] half = new byte[ETAG_BYTES];
      System.arraycopy(digest, 0, half, 0, ETAG_BYTES);
      known = '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(half) + '"';
      etag = known;
    }
    return known;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
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
