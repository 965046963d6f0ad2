package io.glebe.zarr.store.disk;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** The half of the SHA-256 of the name of a copy, which is the name of its file. */
record CopyId(long high, long low) {
  private static final HexFormat HEX = HexFormat.of();

  static CopyId of(byte[] name) {
    try {
      ByteBuffer digest = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(name));
      return new CopyId(digest.getLong(), digest.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The copy of a file below the folder; empty for another file. */
  static Optional<CopyId> of(Path folder, Path file) {
    String name = folder.relativize(file).toString().replace("/", "");
    if (name.length() != 4 * Long.BYTES || !name.chars().allMatch(HexFormat::isHexDigit)) {
      return Optional.empty();
    }
    int half = name.length() / 2;
    CopyId id =
        new CopyId(
            HexFormat.fromHexDigitsToLong(name, 0, half),
            HexFormat.fromHexDigitsToLong(name, half, name.length()));
    return id.in(folder).equals(file) ? Optional.of(id) : Optional.empty();
  }

  /** Its file, in one of 256 folders. */
  Path in(Path folder) {
    String name = HEX.toHexDigits(high) + HEX.toHexDigits(low);
    return folder.resolve(name.substring(0, 2)).resolve(name.substring(2));
  }
}
