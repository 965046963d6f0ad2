package io.glebe.core.cube.upload;

import io.glebe.core.problem.Problem;
import io.glebe.zarr.meta.DataType;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Reads the cells of a body strip by strip, raw or after a {@code .npy} header. Every strip is
 * returned in C order and little-endian, for any byte order of the body.
 */
final class CellStream {
  private final InputStream in;
  private final DataType type;
  private final boolean swap;
  private final List<Long> shape;

  private CellStream(InputStream in, DataType type, boolean swap, List<Long> shape) {
    this.in = in;
    this.type = type;
    this.swap = swap;
    this.shape = shape;
  }

  /** Returns a stream of cells without a header. */
  static CellStream raw(InputStream body, UploadSpec.Raw raw, DataType expected) {
    check(raw.type(), expected);
    return new CellStream(body, expected, raw.bigEndian(), List.of());
  }

  /**
   * Returns the cells of a {@code .npy} file after checking its header.
   *
   * @param expected the layer's element type
   * @param width cells of a row; {@code height} is the rows of a slice
   */
  static CellStream npy(InputStream body, DataType expected, int width, int height)
      throws IOException {
    NpyHeader header = NpyHeader.read(body);
    check(header.type(), expected);
    if (header.fortranOrder()) {
      throw refused("the .npy file is in Fortran order; save it with numpy.ascontiguousarray");
    }
    List<Long> slice = List.of((long) height, (long) width);
    int axes = header.shape().size();
    boolean fits = axes >= 2 && axes <= 3 && header.shape().subList(axes - 2, axes).equals(slice);
    if (!fits) {
      throw refused(
          "the .npy file has the shape "
              + header.shape()
              + ", expected is (time, y, x) or (y, x) with "
              + slice);
    }
    return new CellStream(body, expected, header.bigEndian(), header.shape());
  }

  /** Returns the number of slices in the header; raw cells have none and count as one. */
  int slices() {
    return shape.size() == 3 ? (int) Math.min(shape.getFirst(), Integer.MAX_VALUE) : 1;
  }

  /** Fails with 422 when the header has another number of slices. */
  void expect(int slices) {
    if (!shape.isEmpty() && slices() != slices) {
      throw refused(
          "the .npy file has the shape "
              + shape
              + " (time, y, x), but there are "
              + slices
              + " times for it");
    }
  }

  /** Reads the next {@code count} bytes into the strip; 422 when the body ends early. */
  void read(byte[] strip, int count) throws IOException {
    int got = in.readNBytes(strip, 0, count);
    if (got < count) {
      throw refused("the body ends early: it is truncated, or smaller than the declared slices");
    }
    if (swap && type.size() > 1) {
      reverse(strip, count, type.size());
    }
  }

  /** Fails with 422 when there are bytes after the last cell. */
  void end() throws IOException {
    if (in.read() >= 0) {
      throw refused("the body has more bytes than the declared slices");
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
    return CellWriter.refused(detail);
  }
}
