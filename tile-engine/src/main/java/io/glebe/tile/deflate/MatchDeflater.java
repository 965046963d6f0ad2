package io.glebe.tile.deflate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Fast deflate (RFC 1951): it takes the last position with the same four bytes and searches no
 * further. Made for records that repeat the same structure with different numbers. Belongs to one
 * thread; the tables are reused.
 */
public final class MatchDeflater {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Longest code. Four literals fit into one 64-bit store, and so does a whole match. */
  private static final int CODE_BITS = 12;

  private static final int BLOCK = 64 * 1024;
  private static final int TABLE_BITS = 13;
  private static final int SPREAD = 0x9E3779B1;
  private static final int LENGTH_SHIFT = 16;

  /**
   * After this many bytes (as a power of two) without a match, one byte is skipped at each step;
   * after twice as many, two bytes.
   */
  private static final int PATIENCE_BITS = 4;

  private static final int PATIENCE = 1 << PATIENCE_BITS;
  private static final int MOST_SKIPPED = 3;
  private static final int FIRST = Matches.WINDOW + 1;

  private final HuffmanCode literals = new HuffmanCode();
  private final HuffmanCode distances = new HuffmanCode();
  private final BlockHeader header = new BlockHeader();
  private final BitSink sink = new BitSink();
  private final int[] frequencies = new int[Matches.ALPHABET];
  private final int[] counts = new int[4 * 256];
  private final int[] distanceFrequencies = new int[Matches.DISTANCES];

  /** Last position of each hash, counted from {@link #base}. */
  private final int[] seen = new int[1 << TABLE_BITS];

  /**
   * Base of positions, farther from the positions of earlier calls than the maximum distance of a
   * match.
   */
  private int base;

  /** Start of each match of the block, its length, and its distance minus one. */
  private final int[] starts = new int[BLOCK / 4];

  private final int[] matches = new int[BLOCK / 4];
  private int count;

  public MatchDeflater() {
    this(FIRST);
  }

  /** Starts with the given base (for tests of its overflow). */
  MatchDeflater(int base) {
    this.base = base;
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
  public int deflate(byte[] data, int size, byte[] out, int at) {
    sink.reset(out, at);
    if (base > Integer.MAX_VALUE - size - Matches.WINDOW - 1) {
      Arrays.fill(seen, 0);
      base = FIRST;
    }
    int from = 0;
    do {
      int to = Math.min(size, from + BLOCK);
      find(data, from, to);
      write(data, from, to, to == size);
      from = to;
    } while (from < size);
    base += size + Matches.WINDOW + 1;
    return sink.finish();
  }

  private void find(byte[] data, int from, int to) {
    Arrays.fill(frequencies, 0);
    Arrays.fill(distanceFrequencies, 0);
    Arrays.fill(counts, 0);
    count = 0;
    int literal = from;
    int i = from;
    while (i + Long.BYTES <= to) {
      int four = (int) INT.get(data, i);
      int slot = four * SPREAD >>> 32 - TABLE_BITS;
      int distance = base + i - seen[slot];
      seen[slot] = base + i;
      // one branch that is rarely taken: a position that is too far counts as different
      int differ = (int) INT.get(data, Math.max(0, i - distance)) ^ four;
      if ((differ | Matches.WINDOW - distance >> 31) == 0) {
        int end = i + length(data, i, distance, Math.min(to - i, Matches.MAX - PATIENCE));
        int start = start(data, i, distance, Math.max(literal, i - PATIENCE));
        countLiterals(data, literal, start);
        note(start, end - start, distance);
        i = end;
        literal = end;
      } else {
        i += 1 + Math.min(i - literal >> PATIENCE_BITS, MOST_SKIPPED);
      }
    }
    countLiterals(data, literal, to);
    for (int symbol = 0; symbol < 256; symbol++) {
      frequencies[symbol] =
          counts[symbol] + counts[256 + symbol] + counts[512 + symbol] + counts[768 + symbol];
    }
  }

  /** The start of a match, which may be inside the bytes that were skipped. */
  private static int start(byte[] data, int at, int distance, int least) {
    int start = at;
    while (start > least && start > distance && data[start - 1] == data[start - 1 - distance]) {
      start--;
    }
    return start;
  }

  private static int length(byte[] data, int at, int distance, int maxLength) {
    int length = 4;
    while (length + Long.BYTES <= maxLength) {
      long differ =
          (long) BitSink.LONG.get(data, at + length)
              ^ (long) BitSink.LONG.get(data, at + length - distance);
      if (differ != 0) {
        return length + (Long.numberOfTrailingZeros(differ) >>> 3);
      }
      length += Long.BYTES;
    }
    while (length < maxLength && data[at + length] == data[at + length - distance]) {
      length++;
    }
    return length;
  }

  /** Counts into four tables, so that equal neighbours do not wait for each other's increment. */
  private void countLiterals(byte[] data, int from, int to) {
    int[] c = counts;
    int i = from;
    for (; i + 4 <= to; i += 4) {
      c[data[i] & 0xff]++;
      c[256 + (data[i + 1] & 0xff)]++;
      c[512 + (data[i + 2] & 0xff)]++;
      c[768 + (data[i + 3] & 0xff)]++;
    }
    for (; i < to; i++) {
      c[data[i] & 0xff]++;
    }
  }

  private void note(int start, int length, int distance) {
    starts[count] = start;
    matches[count++] = length << LENGTH_SHIFT | distance - 1;
    frequencies[Matches.lengthSymbol(length)]++;
    distanceFrequencies[Matches.distanceSymbol(distance)]++;
  }

  private void write(byte[] data, int from, int to, boolean last) {
    frequencies[Matches.END] = 1;
    atLeastTwo(frequencies);
    atLeastTwo(distanceFrequencies);
    literals.build(frequencies, Matches.ALPHABET, CODE_BITS);
    distances.build(distanceFrequencies, Matches.DISTANCES, CODE_BITS);
    header.write(literals, distances, last, sink);
    int literal = from;
    for (int m = 0; m < count; m++) {
      sink.put(data, literal, starts[m], literals.codes);
      int length = matches[m] >>> LENGTH_SHIFT;
      writeMatch(length, (matches[m] & (1 << LENGTH_SHIFT) - 1) + 1);
      literal = starts[m] + length;
    }
    sink.put(data, literal, to, literals.codes);
    sink.put(literals.codes[Matches.END]);
  }

  /** A code needs at least two symbols. */
  private static void atLeastTwo(int[] frequencies) {
    frequencies[0] = Math.max(1, frequencies[0]);
    frequencies[1] = Math.max(1, frequencies[1]);
  }

  private void writeMatch(int length, int distance) {
    int code = literals.codes[Matches.lengthSymbol(length)];
    int bits = code >>> 16;
    long out = code & 0xffff;
    int extra = Matches.lengthExtra(length);
    out |= (long) (length - Matches.MIN & (1 << extra) - 1) << bits;
    bits += extra;
    code = distances.codes[Matches.distanceSymbol(distance)];
    out |= (long) (code & 0xffff) << bits;
    bits += code >>> 16;
    extra = Matches.distanceExtra(distance);
    out |= (long) (distance - 1 & (1 << extra) - 1) << bits;
    sink.put(out, bits + extra);
  }
}
