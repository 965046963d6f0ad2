package io.glebe.core.cube.job;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/** Writes a tar archive (POSIX ustar) of small files and hard links between them. */
final class TarWriter {
  private static final int BLOCK = 512;
  private static final int CHECKSUM = 148;

  private final OutputStream out;
  private final long modified;

  TarWriter(OutputStream out, Instant modified) {
    this.out = out;
    this.modified = modified.getEpochSecond();
  }

  /**
   * Begins a file; its bytes and then {@link #pad} must follow.
   *
   * @param path at most 100 characters
   */
  void file(String path, long size) throws IOException {
    header(path, size, '0', "");
  }

  /** Adds a hard link to an earlier file with the same content. */
  void link(String path, String target) throws IOException {
    header(path, 0, '1', target);
  }

  /** Fills the last block after a file of that size. */
  void pad(long size) throws IOException {
    out.write(new byte[(int) (-size & BLOCK - 1)]);
  }

  /** Ends the archive with two empty blocks. */
  void end() throws IOException {
    out.write(new byte[2 * BLOCK]);
  }

  private void header(String path, long size, char kind, String target) throws IOException {
    byte[] block = new byte[BLOCK];
    text(block, 0, path);
    text(block, 100, "0000644\0" + "0000000\0" + "0000000\0");
    text(block, 124, "%011o\0%011o\0".formatted(size, modified));
    Arrays.fill(block, CHECKSUM, CHECKSUM + 8, (byte) ' ');
    block[156] = (byte) kind;
    text(block, 157, target);
    text(block, 257, "ustar\000" + "00");
    int sum = 0;
    for (byte b : block) {
      sum += b & 0xff;
    }
    text(block, CHECKSUM, "%06o\0 ".formatted(sum));
    out.write(block);
  }

  private static void text(byte[] block, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, block, at, bytes.length);
  }
}
