package io.glebe.tile.deflate;

/** Encoding of lengths and distances of matches: a symbol, followed by plain bits. */
final class Matches {
  static final int MIN = 3;
  static final int MAX = 258;

  /** Symbol of the end of a block, before the symbols of lengths. */
  static final int END = 256;

  /** Number of symbols: literals, the end symbol and lengths. */
  static final int ALPHABET = 286;

  /** Number of symbols of distances. */
  static final int DISTANCES = 30;

  /** Maximum distance of a match. */
  static final int WINDOW = 32 * 1024;

  private static final int LAST_LENGTH = 285;

  private Matches() {}

  static int lengthSymbol(int length) {
    if (length == MAX) {
      return LAST_LENGTH;
    }
    int extra = lengthExtra(length);
    return END + 1 + 4 * extra + (length - MIN >> extra);
  }

  /** Number of bits after the symbol: the lowest bits of {@code length - MIN}. */
  static int lengthExtra(int length) {
    return length < 11 || length == MAX ? 0 : 29 - Integer.numberOfLeadingZeros(length - MIN);
  }

  static int distanceSymbol(int distance) {
    int extra = distanceExtra(distance);
    return distance <= 2 ? distance - 1 : 2 * extra + (distance - 1 >> extra);
  }

  /** Number of bits after the symbol: the lowest bits of {@code distance - 1}. */
  static int distanceExtra(int distance) {
    return distance <= 4 ? 0 : 30 - Integer.numberOfLeadingZeros(distance - 1);
  }
}
