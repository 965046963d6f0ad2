package io.glebe.core.cube.upload;

import io.glebe.core.problem.Problem;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.MetadataException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header of a NumPy {@code .npy} file, versions 1.0 to 3.0 (NumPy Enhancement Proposal 1): a
 * magic string, the length of the header and a Python literal.
 *
 * @param type element type
 * @param bigEndian byte order of the elements
 * @param fortranOrder whether the first axis varies fastest
 * @param shape axis lengths, outermost first; at most {@link #MAX_AXES}
 */
public record NpyHeader(DataType type, boolean bigEndian, boolean fortranOrder, List<Long> shape) {
  /** The first bytes of every file. */
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** Number of magic bytes. */
  static final int MAGIC_BYTES = MAGIC.length;

  private static final int MAX_HEADER = 10_000;
  private static final int MAX_AXES = 4;
  private static final long MAX_CELLS = 1L << 40;

  private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*'([^']{1,20})'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9,\\sL]*)\\)");

  public NpyHeader {
    shape = List.copyOf(shape);
  }

  /** Returns whether the bytes begin like a {@code .npy} file. */
  public static boolean announcedBy(byte[] start) {
    return start.length >= MAGIC.length
        && Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /** Reads the header and leaves the stream at the first element; 400 for an invalid header. */
  public static NpyHeader read(InputStream in) throws IOException {
    byte[] start = exactly(in, MAGIC.length + 2);
    if (!announcedBy(start)) {
      throw Problem.malformed("the body is no .npy file: its magic bytes are missing");
    }
    int major = start[MAGIC.length];
    if (major < 1 || major > 3) {
      throw Problem.malformed("version " + major + " of the .npy format is not known");
    }
    long length = length(exactly(in, major == 1 ? 2 : 4));
    if (length > MAX_HEADER) {
      throw Problem.malformed("the .npy header claims " + length + " bytes, at most " + MAX_HEADER);
    }
    return parse(new String(exactly(in, (int) length), StandardCharsets.UTF_8));
  }

  /** Returns the number of elements. */
  public long cells() {
    long cells = 1;
    for (long axis : shape) {
      cells *= axis;
    }
    return cells;
  }

  private static NpyHeader parse(String literal) {
    String descr = group(DESCR, literal, "descr");
    boolean fortran = group(ORDER, literal, "fortran_order").equals("True");
    return new NpyHeader(
        type(descr), DataType.isBigEndian(descr), fortran, shape(group(SHAPE, literal, "shape")));
  }

  private static DataType type(String descr) {
    try {
      return DataType.ofV2(descr);
    } catch (MetadataException e) {
      throw Problem.malformed("the element type " + descr + " of the .npy file is not supported");
    }
  }

  private static String group(Pattern pattern, String literal, String member) {
    Matcher matcher = pattern.matcher(literal);
    if (!matcher.find()) {
      throw Problem.malformed("the .npy header has no readable '" + member + "'");
    }
    return matcher.group(1);
  }

  private static List<Long> shape(String tuple) {
    List<Long> shape = new ArrayList<>();
    long cells = 1;
    for (String axis : tuple.replace("L", "").split(",", -1)) {
      if (axis.isBlank()) {
        continue;
      }
      String digits = axis.strip();
      if (digits.length() > 12 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
        throw Problem.malformed("the .npy header has no readable 'shape'");
      }
      long size = Long.parseLong(digits);
      shape.add(size);
      cells = size == 0 ? 0 : cells > MAX_CELLS / size ? MAX_CELLS + 1 : cells * size;
      if (shape.size() > MAX_AXES || cells > MAX_CELLS) {
        throw Problem.malformed("the .npy file has too many axes or cells: (" + tuple + ")");
      }
    }
    return shape;
  }

  private static long length(byte[] littleEndian) {
    long value = 0;
    for (int i = littleEndian.length - 1; i >= 0; i--) {
      value = value << 8 | littleEndian[i] & 0xff;
    }
    return value;
  }

  private static byte[] exactly(InputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw Problem.malformed("the .npy header ends early");
    }
    return bytes;
  }
}
