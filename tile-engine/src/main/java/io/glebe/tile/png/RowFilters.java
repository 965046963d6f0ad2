package io.glebe.tile.png;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The row filters of PNG. One filter is chosen for the image from a sample of its rows; a row equal
 * to the row above uses the up filter, which leaves only zeros.
 */
final class RowFilters {
  /** Bytes after the last row that a vector store may overwrite. */
  static final int SLACK = 64;

  static final int NONE = 0;
  static final int SUB = 1;
  static final int UP = 2;
  static final int AVERAGE = 3;
  static final int PAETH = 4;

  private static final int SAMPLED_ROWS = 4;
  private static final int SAMPLED_BYTES = 512;
  private static final int[] CANDIDATES = {PAETH, AVERAGE, UP, SUB, NONE};

  private final Supplier<NeighbourFilters> form;
  private final long[] costs = new long[CANDIDATES.length];

  RowFilters(Supplier<NeighbourFilters> form) {
    this.form = form;
  }

  static RowFilters best() {
    return new RowFilters(NeighbourFilters::best);
  }

  /**
   * Filters all rows.
   *
   * @param stride bytes of a row
   * @param channels bytes of a pixel
   * @param out receives {@code (stride + 1) * height} bytes; {@link #SLACK} more may be overwritten
   * @return bytes written
   */
  int apply(byte[] pixels, int stride, int height, int channels, byte[] out) {
    int chosen = choose(pixels, stride, height, channels, out);
    int at = 0;
    for (int row = 0; row < height; row++) {
      int start = row * stride;
      int filter = row == 0 ? SUB : sameAsAbove(pixels, start, stride) ? UP : chosen;
      out[at] = (byte) filter;
      filter(filter, pixels, start, stride, channels, out, at + 1);
      at += stride + 1;
    }
    return at;
  }

  private static boolean sameAsAbove(byte[] pixels, int start, int stride) {
    return Arrays.equals(pixels, start, start + stride, pixels, start - stride, start);
  }

  /** The filter with the smallest residuals over a sample of rows. */
  private int choose(byte[] pixels, int stride, int height, int channels, byte[] scratch) {
    if (height < 2) {
      return SUB;
    }
    int bytes = Math.min(stride, SAMPLED_BYTES);
    Arrays.fill(costs, 0);
    for (int i = 0; i < SAMPLED_ROWS; i++) {
      int row = 1 + (int) ((long) (height - 2) * i / (SAMPLED_ROWS - 1));
      int start = row * stride;
      if (!sameAsAbove(pixels, start, stride)) {
        for (int c = 0; c < costs.length; c++) {
          filter(CANDIDATES[c], pixels, start, stride, channels, scratch, 0);
          costs[c] += magnitude(scratch, bytes);
        }
      }
    }
    int best = 0;
    for (int c = 1; c < costs.length; c++) {
      best = costs[c] < costs[best] ? c : best;
    }
    return CANDIDATES[best];
  }

  private static long magnitude(byte[] residuals, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Math.abs(residuals[i]);
    }
    return sum;
  }

  private void filter(
      int filter, byte[] pixels, int start, int stride, int channels, byte[] out, int at) {
    switch (filter) {
      case SUB -> sub(pixels, start, stride, channels, out, at);
      case UP -> up(pixels, start, stride, out, at);
      case AVERAGE, PAETH -> neighbours(filter, pixels, start, stride, channels, out, at);
      default -> System.arraycopy(pixels, start, out, at, stride);
    }
  }

  private static void sub(byte[] pixels, int start, int stride, int channels, byte[] out, int at) {
    System.arraycopy(pixels, start, out, at, Math.min(channels, stride));
    for (int i = channels; i < stride; i++) {
      out[at + i] = (byte) (pixels[start + i] - pixels[start + i - channels]);
    }
  }

  private static void up(byte[] pixels, int start, int stride, byte[] out, int at) {
    for (int i = 0; i < stride; i++) {
      out[at + i] = (byte) (pixels[start + i] - pixels[start + i - stride]);
    }
  }

  /**
   * Filters the first pixel, which has no left neighbour: Paeth predicts the byte above, average
   * half of it.
   */
  private void neighbours(
      int filter, byte[] pixels, int start, int stride, int channels, byte[] out, int at) {
    int half = filter == AVERAGE ? 1 : 0;
    for (int i = 0; i < channels; i++) {
      out[at + i] = (byte) (pixels[start + i] - ((pixels[start + i - stride] & 0xff) >> half));
    }
    int first = start + channels;
    int count = stride - channels;
    NeighbourFilters neighbours = form.get();
    if (filter == PAETH) {
      neighbours.paeth(pixels, first, count, stride, channels, out, at + channels);
    } else {
      neighbours.average(pixels, first, count, stride, channels, out, at + channels);
    }
  }
}
