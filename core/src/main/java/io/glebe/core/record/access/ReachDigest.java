package io.glebe.core.record.access;

import io.glebe.zarr.digest.Sha256;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** The digest that identifies a set of farms and organizations. */
public record ReachDigest(UUID value) {
  /** Represents access to everything, which cannot be written as a list of members. */
  public static final ReachDigest EVERYTHING = new ReachDigest(new UUID(-1, -1));

  private static final int UUID_BYTES = 16;

  public static ReachDigest of(Set<UUID> members) {
    SortedSet<UUID> sorted = new TreeSet<>(members);
    ByteBuffer bytes = ByteBuffer.allocate(UUID_BYTES * sorted.size());
    sorted.forEach(
        id -> bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()));
    ByteBuffer digest = ByteBuffer.wrap(Sha256.of(bytes.array()));
    return new ReachDigest(new UUID(digest.getLong(), digest.getLong()));
  }
}
