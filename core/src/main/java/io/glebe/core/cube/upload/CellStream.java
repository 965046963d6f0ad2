package io.glebe.core.cube.upload;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.zarr.meta.DataType;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.List;

/**
 * The cells of a body, read strip by strip: raw or behind a {@code .npy} header. Every strip comes
 * out in C order and little-endian, whatever the body's byte order.
 */
final class CellStream {
  private final InputStream in;
  private final DataType type;
  private final boolean swap;
  private long remaining;

  private CellStream(InputStream in, DataType type, boolean swap, long bytes) {
    this.in = in;
    this.type = type;
    this.swap = swap;
    this.remaining = bytes;
  }

  /**
   * Opens the body and checks what it says of itself.
   *
   * @param expected the layer's element type
   * @param width cells of a row, {@code height} rows of a slice
   */
  static CellStream open(
      InputStream body, UploadSpec spec, DataType expected, int width, int height)
      throws IOException {
    PushbackInputStream in = new PushbackInputStream(body, NpyHeader.MAGIC.length);
    byte[] start = in.readNBytes(NpyHeader.MAGIC.length);
    in.unread(start);
    int slices = spec.instants().size();
    long bytes = Math.multiplyExact((long) width * height * slices, (long) expected.size());
    if (!NpyHeader.announcedBy(start)) {
      DataType raw = spec.type().orElse(expected);
      check(raw, expected);
      return new CellStream(in, expected, spec.bigEndian(), bytes);
    }
    NpyHeader header = NpyHeader.read(in);
    check(header.type(), expected);
    if (header.fortranOrder()) {
      throw refused("the .npy file is in Fortran order; save it with numpy.ascontiguousarray");
    }
    List<Long> whole = List.of((long) slices, (long) height, (long) width);
    List<Long> flat = whole.subList(1, 3);
    if (!header.shape().equals(whole) && !(slices == 1 && header.shape().equals(flat))) {
      throw refused(
          "the .npy file has the shape "
              + header.shape()
              + ", expected is "
              + whole
              + " (time, y, x)");
    }
    return new CellStream(in, expected, header.bigEndian(), bytes);
  }

  /** Reads the next {@code count} bytes into the strip; 422 when the body ends early. */
  void read(byte[] strip, int count) throws IOException {
    int got = in.readNBytes(strip, 0, count);
    if (got < count) {
      throw refused(
          "the body ends "
              + (remaining - got)
              + " bytes too early: it is truncated, or smaller than"
              + " the slices it claims to hold");
    }
    remaining -= count;
    if (swap && type.size() > 1) {
      reverse(strip, count, type.size());
    }
  }

  /** 422 when there are bytes behind the last cell. */
  void end() throws IOException {
    if (in.read() >= 0) {
      throw refused("the body has more bytes than the slices it claims to hold");
    }
  }

  private static void check(DataType sent, DataType expected) {
    if (sent != expected) {
      throw refused(
          "the cells are " + sent.v3Name() + ", those of the layer are " + expected.v3Name());
    }
  }

  private static void reverse(byte[] bytes, int count, int size) {
    for (int at = 0; at < count; at += size) {
      for (int i = 0; i < size / 2; i++) {
        byte low = bytes[at + i];
        bytes[at + i] = bytes[at + size - 1 - i];
        bytes[at + size - 1 - i] = low;
      }
    }
  }

  private static Problem refused(String detail) {
    return Problem.invalid(Violation.at("cells", "", detail));
  }
}
