package io.glebe.zarr.tiff;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A TIFF file with one image, which may have overviews.
 *
 * <pre>{@code
 * try (TiffFile file = TiffFile.open(channel)) {
 *   TiffImage image = file.image();
 *   image.read(0, column, row, width, height, cells);
 * }
 * }</pre>
 */
public final class TiffFile implements AutoCloseable {
  private static final int MAX_DIRECTORIES = 256;
  private static final int CLASSIC = 42;
  private static final int BIG = 43;
  private static final int REDUCED = 1;
  private static final int MASK = 4;

  private final Arena arena;
  private final TiffImage image;

  private TiffFile(Arena arena, TiffImage image) {
    this.arena = arena;
    this.image = image;
  }

  /** Whether the bytes begin like a TIFF or BigTIFF file; four bytes are enough. */
  public static boolean announcedBy(byte[] start) {
    if (start.length < 4) {
      return false;
    }
    boolean little = start[0] == 'I' && start[1] == 'I' && start[3] == 0;
    boolean big = start[0] == 'M' && start[1] == 'M' && start[2] == 0;
    int version = little ? start[2] : big ? start[3] : 0;
    return version == CLASSIC || version == BIG;
  }

  /**
   * Maps a file. The file must keep its size until this object is closed; the channel may be closed
   * immediately. File and image belong to the calling thread.
   *
   * @throws TiffException when it cannot be read
   */
  public static TiffFile open(FileChannel channel) throws IOException {
    Arena arena = Arena.ofConfined();
    try {
      MemorySegment file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      return new TiffFile(arena, new TiffImage(image(file)));
    } catch (IOException | RuntimeException failed) {
      arena.close();
      throw failed;
    }
  }

  public TiffImage image() {
    return image;
  }

  @Override
  public void close() {
    arena.close();
  }

  private static TiffLayout image(MemorySegment file) {
    byte[] start = file.asSlice(0, Math.min(4, file.byteSize())).toArray(ValueLayout.JAVA_BYTE);
    if (!announcedBy(start)) {
      throw new TiffException("it does not begin like a TIFF file");
    }
    TiffBytes bytes = new TiffBytes(file, start[0] == 'M');
    boolean big = bytes.unsigned16(2) == BIG;
    if (big && (bytes.unsigned16(4) != 8 || bytes.unsigned16(6) != 0)) {
      throw new TiffException("its BigTIFF header is damaged");
    }
    long at = big ? bytes.signed64(8) : bytes.unsigned32(4);
    return new TiffLayout(bytes, only(bytes, at, big));
  }

  /** The only directory of a full image; the others are overviews. */
  private static TiffDirectory only(TiffBytes bytes, long first, boolean big) {
    Optional<TiffDirectory> found = Optional.empty();
    Set<Long> seen = new HashSet<>();
    for (long at = first; at != 0; ) {
      if (!seen.add(at)) {
        throw new TiffException("its directories go round in a circle");
      }
      if (seen.size() > MAX_DIRECTORIES) {
        throw new TiffException("it has more than " + MAX_DIRECTORIES + " directories");
      }
      TiffDirectory directory = new TiffDirectory(bytes, at, big);
      long kind = directory.first(TiffTag.NEW_SUBFILE_TYPE, 0);
      if ((kind & MASK) != 0) {
        throw new TiffException(
            "it has a mask beside its cells; write 'no value' into the cells instead"
                + " (gdalwarp -dstnodata)");
      }
      if ((kind & REDUCED) == 0) {
        if (found.isPresent()) {
          throw new TiffException("it has several images; send them one by one");
        }
        found = Optional.of(directory);
      }
      at = directory.next();
    }
    return found.orElseThrow(() -> new TiffException("it has no image"));
  }
}
