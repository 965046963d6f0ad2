package io.glebe.tile.deflate;

import java.util.Arrays;

/**
 * A canonical prefix code over up to {@value #SYMBOLS} symbols with bounded lengths, rebuilt in
 * place for each image.
 */
final class HuffmanCode {
  static final int SYMBOLS = 288;
  private static final int SYMBOL_BITS = 9;

  /**
   * Bits 0 to 15 hold the code, first bit lowest; bits 16 and up hold its length (0: unused
   * symbol).
   */
  final int[] codes = new int[SYMBOLS];

  final int[] lengths = new int[SYMBOLS];
  private final long[] leaves = new long[SYMBOLS];
  private final long[] weights = new long[2 * SYMBOLS];
  private final int[] parents = new int[2 * SYMBOLS];
  private final int[] depths = new int[2 * SYMBOLS];
  private final int[] perLength = new int[64];
  private final int[] next = new int[64];

  /**
   * @param counts frequency of each symbol; at least two symbols must occur
   * @param symbols size of the alphabet
   * @param limit longest code, bits
   */
  void build(int[] counts, int symbols, int limit) {
    int used = 0;
    for (int s = 0; s < symbols; s++) {
      if (counts[s] > 0) {
        leaves[used++] = (long) counts[s] << SYMBOL_BITS | s;
      }
    }
    Arrays.sort(leaves, 0, used);
    merge(used);
    measure(used, limit);
    Arrays.fill(lengths, 0, SYMBOLS, 0);
    int length = limit;
    int left = perLength[limit];
    for (int i = 0; i < used; i++) {
      while (left == 0) {
        left = perLength[--length];
      }
      lengths[(int) leaves[i] & (1 << SYMBOL_BITS) - 1] = length;
      left--;
    }
    number(symbols, limit);
  }

  /** Merges the two lightest leaves or nodes until one node is left. Both lists stay sorted. */
  private void merge(int used) {
    for (int i = 0; i < used; i++) {
      weights[i] = leaves[i] >>> SYMBOL_BITS;
    }
    int leaf = 0;
    int node = used;
    for (int made = used; made < 2 * used - 1; made++) {
      int a = leaf < used && (node == made || weights[leaf] <= weights[node]) ? leaf++ : node++;
      int b = leaf < used && (node == made || weights[leaf] <= weights[node]) ? leaf++ : node++;
      weights[made] = weights[a] + weights[b];
      parents[a] = made;
      parents[b] = made;
    }
  }

  /**
   * Counts the codes of each length and shortens codes that exceed the limit; the code stays
   * complete.
   */
  private void measure(int used, int limit) {
    Arrays.fill(perLength, 0);
    int root = 2 * used - 2;
    depths[root] = 0;
    for (int i = root - 1; i >= 0; i--) {
      depths[i] = depths[parents[i]] + 1;
      if (i < used) {
        perLength[Math.min(depths[i], limit)]++;
      }
    }
    long total = 0;
    for (int i = 1; i <= limit; i++) {
      total += (long) perLength[i] << (limit - i);
    }
    for (; total > 1L << limit; total--) {
      perLength[limit]--;
      int shorter = limit - 1;
      while (perLength[shorter] == 0) {
        shorter--;
      }
      perLength[shorter]--;
      perLength[shorter + 1] += 2;
    }
  }

  private void number(int symbols, int limit) {
    int code = 0;
    for (int i = 1; i <= limit; i++) {
      code = code + perLength[i - 1] << 1;
      next[i] = code;
    }
    for (int s = 0; s < symbols; s++) {
      int length = lengths[s];
      codes[s] = length == 0 ? 0 : Integer.reverse(next[length]++) >>> 32 - length | length << 16;
    }
  }
}
