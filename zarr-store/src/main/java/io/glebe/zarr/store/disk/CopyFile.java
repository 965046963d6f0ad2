package io.glebe.zarr.store.disk;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The file of one copy: mark, lengths, name, content, and the CRC-32C of all of that. It is written
 * beside its place and renamed, so that a reader finds a whole file or none.
 */
final class CopyFile {
  private static final int MARK = 0x474c4231;
  private static final int HEAD = 2 * Integer.BYTES + Long.BYTES;
  private static final int CHECKSUM = Integer.BYTES;

  private CopyFile() {}

  /**
   * The content of a copy.
   *
   * @param objectSize of the whole object, of which the bytes may be a part
   */
  record Content(MemorySegment bytes, long objectSize) {}

  static long size(byte[] name, long content) {
    return HEAD + name.length + content + CHECKSUM;
  }

  static void write(Path target, Path temporary, byte[] name, Content content) throws IOException {
    ByteBuffer file = ByteBuffer.allocate((int) size(name, content.bytes.byteSize()));
    file.putInt(MARK).putInt(name.length).putLong(content.objectSize).put(name);
    file.put(content.bytes.asByteBuffer());
    file.putInt(checksum(file)).flip();
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      while (file.hasRemaining()) {
        channel.write(file);
      }
    }
    Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Reads a file of a known size; empty when it is damaged or of another name. */
  static Optional<Content> read(Path path, int size, byte[] name) throws IOException {
    if (size < size(name, 0)) {
      return Optional.empty();
    }
    byte[] bytes = new byte[size];
    ByteBuffer file = ByteBuffer.wrap(bytes);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      while (file.hasRemaining() && channel.read(file) >= 0) {
        // until the size or the end
      }
    }
    if (file.hasRemaining()) {
      return Optional.empty();
    }
    file.position(size - CHECKSUM);
    int expected = checksum(file);
    boolean whole = file.getInt() == expected && file.getInt(0) == MARK;
    boolean own =
        whole
            && file.getInt(Integer.BYTES) == name.length
            && Arrays.equals(bytes, HEAD, HEAD + name.length, name, 0, name.length);
    int start = HEAD + name.length;
    MemorySegment content = MemorySegment.ofArray(bytes).asSlice(start, size - start - CHECKSUM);
    return own
        ? Optional.of(new Content(content.asReadOnly(), file.getLong(2 * Integer.BYTES)))
        : Optional.empty();
  }

  /** The CRC-32C of everything before the position. */
  private static int checksum(ByteBuffer file) {
    CRC32C sum = new CRC32C();
    sum.update(file.duplicate().flip());
    return (int) sum.getValue();
  }
}
