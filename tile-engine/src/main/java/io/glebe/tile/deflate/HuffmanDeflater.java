package io.glebe.tile.deflate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Deflate (RFC 1951) with one block of dynamic codes and without a match search: bytes are
 * literals, except that runs of zeros become matches at distance 1. Runs are searched eight bytes
 * at a time, so images without runs cost almost nothing extra; runs shorter than 15 may be missed.
 */
public final class HuffmanDeflater {
  /** Longest code of a literal. Four of them fit into one 64-bit store. */
  private static final int LITERAL_BITS = 12;

  /** Minimum and maximum length of a run of zeros that is written as a match after one literal. */
  private static final int MIN_RUN = 10;

  private static final int HISTOGRAMS = 4;

  /** From this size on, half of the bytes are sampled for the frequencies. */
  private static final int SAMPLED_FROM = 32 * 1024;

  private final HuffmanCode literals = new HuffmanCode();
  private final HuffmanCode distances = new HuffmanCode();
  private final BlockHeader header = new BlockHeader();
  private final BitSink sink = new BitSink();
  private final int[] counts = new int[HISTOGRAMS * 256];
  private final int[] frequencies = new int[Matches.ALPHABET];

  /** Start and end of each run of zeros that becomes a match. */
  private int[] runs = new int[256];

  private int runCount;

  /** The distance code has one distance, 1, with one bit. */
  public HuffmanDeflater() {
    distances.lengths[0] = 1;
  }

  /** Maximum size of the output, including the overrun of the sink. */
  public static int worstCase(int bytes) {
    return bytes + bytes / 2 + 1024;
  }

  /**
   * Appends the stream.
   *
   * @param out has {@link #worstCase} bytes from {@code at} on
   * @return end position of the stream
   */
  public int deflate(byte[] data, int count, byte[] out, int at) {
    histogram(data, count);
    findRuns(data, count);
    frequencies[0] = Math.max(frequencies[0], runCount > 0 ? 1 : 0);
    frequencies[Matches.END] = 1;
    literals.build(frequencies, Matches.ALPHABET, LITERAL_BITS);
    sink.reset(out, at);
    header.write(literals, distances, true, sink);
    int from = 0;
    for (int r = 0; r < runCount; r++) {
      int start = runs[2 * r];
      sink.put(data, from, start + 1, literals.codes);
      from = runs[2 * r + 1];
      match(from - start - 1, literals.codes);
    }
    sink.put(data, from, count, literals.codes);
    sink.put(literals.codes[Matches.END]);
    return sink.finish();
  }

  /**
   * Records the runs and moves their bytes from the counts of literals to the counts of matches.
   */
  private void findRuns(byte[] data, int count) {
    runCount = 0;
    int end = 0;
    for (int i = 0; i + 8 <= count; i += 8) {
      if (i >= end && (long) BitSink.LONG.get(data, i) == 0) {
        int start = i;
        while (start > end && data[start - 1] == 0) {
          start--;
        }
        end = zerosEnd(data, i, count);
        if (end - start >= MIN_RUN) {
          note(start, end);
        }
      }
    }
  }

  private void note(int start, int end) {
    if (2 * runCount == runs.length) {
      runs = Arrays.copyOf(runs, 2 * runs.length);
    }
    runs[2 * runCount] = start;
    runs[2 * runCount + 1] = end;
    runCount++;
    frequencies[0] -= end - start - 1;
    match(end - start - 1, null);
  }

  /** Uses four tables, so that equal neighbours do not wait for each other's increment. */
  private void histogram(byte[] data, int count) {
    int[] c = counts;
    Arrays.fill(c, 0);
    boolean sampled = count >= SAMPLED_FROM;
    int step = sampled ? 16 : 8;
    int i = 0;
    for (; i + 8 <= count; i += step) {
      long eight = (long) BitSink.LONG.get(data, i);
      c[(int) eight & 0xff]++;
      c[256 + ((int) (eight >>> 8) & 0xff)]++;
      c[512 + ((int) (eight >>> 16) & 0xff)]++;
      c[768 + ((int) (eight >>> 24) & 0xff)]++;
      c[(int) (eight >>> 32) & 0xff]++;
      c[256 + ((int) (eight >>> 40) & 0xff)]++;
      c[512 + ((int) (eight >>> 48) & 0xff)]++;
      c[768 + (int) (eight >>> 56)]++;
    }
    for (; i < count; i++) {
      c[data[i] & 0xff]++;
    }
    Arrays.fill(frequencies, 0);
    int weight = step / 8;
    int least = sampled ? 1 : 0; // a byte value outside the sample needs a code as well
    for (int s = 0; s < 256; s++) {
      int seen = c[s] + c[256 + s] + c[512 + s] + c[768 + s];
      frequencies[s] = Math.max(least, weight * seen);
    }
  }

  private static int zerosEnd(byte[] data, int start, int count) {
    int i = start;
    for (; i + 8 <= count; i += 8) {
      long eight = (long) BitSink.LONG.get(data, i);
      if (eight != 0) {
        return i + (Long.numberOfTrailingZeros(eight) >>> 3);
      }
    }
    while (i < count && data[i] == 0) {
      i++;
    }
    return i;
  }

  /**
   * Counts (when {@code codes} is null) or writes a run as matches that repeat the zero before it.
   * A remainder that is too short for a match is taken from the previous match.
   */
  private void match(int run, int @Nullable [] codes) {
    int left = run;
    while (left > 0) {
      int length = left <= Matches.MAX ? left : Math.min(Matches.MAX, left - Matches.MIN);
      matchOf(length, codes);
      left -= length;
    }
  }

  private void matchOf(int length, int @Nullable [] codes) {
    int symbol = Matches.lengthSymbol(length);
    if (codes == null) {
      frequencies[symbol]++;
      return;
    }
    sink.put(codes[symbol]);
    int extra = Matches.lengthExtra(length);
    sink.put(length - Matches.MIN & (1 << extra) - 1, extra + 1);
  }
}
