package io.glebe.tile.deflate;

import java.util.Arrays;

/** Header of a block of dynamic codes (RFC 1951, 3.2.7): the length of each code. */
final class BlockHeader {
  private static final int CODE_BITS = 7;
  private static final int DYNAMIC = 2;
  private static final int FIRST_LENGTH = 257;
  private static final int[] ORDER = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  };

  private final HuffmanCode code = new HuffmanCode();
  private final int[] counts = new int[ORDER.length];
  private final int[] lengths = new int[2 * HuffmanCode.SYMBOLS];
  private final int[] symbols = new int[2 * HuffmanCode.SYMBOLS];
  private int size;

  /**
   * Writes the header.
   *
   * @param literals code of literals and match lengths, including the end symbol
   * @param distances code of distances
   * @param last whether this is the last block
   */
  void write(HuffmanCode literals, HuffmanCode distances, boolean last, BitSink sink) {
    int ofLiterals = used(literals.lengths, FIRST_LENGTH);
    int ofDistances = used(distances.lengths, 1);
    System.arraycopy(literals.lengths, 0, lengths, 0, ofLiterals);
    System.arraycopy(distances.lengths, 0, lengths, ofLiterals, ofDistances);
    describe(ofLiterals + ofDistances);
    code.build(counts, ORDER.length, CODE_BITS);
    int codes = ORDER.length;
    while (code.lengths[ORDER[codes - 1]] == 0) {
      codes--;
    }
    sink.put((last ? 1 : 0) | DYNAMIC << 1, 3);
    sink.put(ofLiterals - FIRST_LENGTH, 5);
    sink.put(ofDistances - 1, 5);
    sink.put(codes - 4, 4);
    for (int c = 0; c < codes; c++) {
      sink.put(code.lengths[ORDER[c]], 3);
    }
    for (int i = 0; i < size; i++) {
      int symbol = symbols[i] & 31;
      sink.put(code.codes[symbol]);
      if (symbol >= 16) {
        sink.put(symbols[i] >> 5, symbol == 16 ? 2 : symbol == 17 ? 3 : 7);
      }
    }
  }

  private static int used(int[] lengths, int least) {
    int count = lengths.length;
    while (count > least && lengths[count - 1] == 0) {
      count--;
    }
    return count;
  }

  private void describe(int count) {
    Arrays.fill(counts, 0);
    size = 0;
    int i = 0;
    while (i < count) {
      i += run(i, count);
    }
  }

  /**
   * Describes the lengths from {@code i} on by one symbol and returns the number of lengths
   * covered.
   */
  private int run(int i, int count) {
    int length = lengths[i];
    int end = i + 1;
    while (end < count && lengths[end] == length) {
      end++;
    }
    int run = end - i;
    if (length == 0 && run >= 3) {
      run = Math.min(run, 138);
      symbol(run < 11 ? 17 : 18, run < 11 ? run - 3 : run - 11);
      return run;
    }
    boolean repeats = i > 0 && lengths[i - 1] == length;
    if (length != 0 && repeats && run >= 3) {
      run = Math.min(run, 6);
      symbol(16, run - 3);
      return run;
    }
    symbol(length, 0);
    return 1;
  }

  private void symbol(int symbol, int extra) {
    counts[symbol]++;
    symbols[size++] = symbol | extra << 5;
  }
}
