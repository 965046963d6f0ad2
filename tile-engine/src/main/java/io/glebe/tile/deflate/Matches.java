package io.glebe.tile.deflate;

/** How lengths and distances of matches are written: a symbol, then some bits as they are. */
final class Matches {
  static final int MIN = 3;
  static final int MAX = 258;

  /** The symbol of a block's end, before those of lengths. */
  static final int END = 256;

  /** Literals, the end, lengths. */
  static final int ALPHABET = 286;

  /** Symbols of distances. */
  static final int DISTANCES = 30;

  /** How far back a match may lie. */
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

  /** Bits after the symbol, the lowest of {@code length - MIN}. */
  static int lengthExtra(int length) {
    return length < 11 || length == MAX ? 0 : 29 - Integer.numberOfLeadingZeros(length - MIN);
  }

  static int distanceSymbol(int distance) {
    int extra = distanceExtra(distance);
    return distance <= 2 ? distance - 1 : 2 * extra + (distance - 1 >> extra);
  }

  /** Bits after the symbol, the lowest of {@code distance - 1}. */
  static int distanceExtra(int distance) {
    return distance <= 4 ? 0 : 30 - Integer.numberOfLeadingZeros(distance - 1);
  }
}
