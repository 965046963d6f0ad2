package io.glebe.tile.series;

import java.util.Arrays;

/**
 * Weights of pixels, one after the other, in blocks: growing copies one block at most, and no array
 * is large. Its memory is taken from that of the series.
 */
final class WeightBlocks {
  private static final int BITS = 14;
  private static final int BLOCK = 1 << BITS;
  private static final int FIRST = 64;

  private final SeriesMemory memory;
  private double[][] blocks = new double[1][];
  private int size;

  WeightBlocks(SeriesMemory memory) {
    this.memory = memory;
  }

  int size() {
    return size;
  }

  double get(int index) {
    return blocks[index >> BITS][index & (BLOCK - 1)];
  }

  /** Appends values of an array. */
  void add(double[] source, int from, int count) {
    int end = from + count;
    for (int at = from; at < end; ) {
      double[] block = last();
      int offset = size & (BLOCK - 1);
      int part = Math.min(end - at, block.length - offset);
      System.arraycopy(source, at, block, offset, part);
      size += part;
      at += part;
    }
  }

  /** The block of the next value, with room for one at least. */
  private double[] last() {
    int number = size >> BITS;
    if (number == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * number);
    }
    double[] block = blocks[number];
    if (block == null) {
      int length = number == 0 ? FIRST : BLOCK;
      memory.take((long) length * Double.BYTES);
      block = new double[length];
    } else if ((size & (BLOCK - 1)) == block.length) {
      memory.take((long) block.length * Double.BYTES);
      block = Arrays.copyOf(block, 2 * block.length);
    }
    blocks[number] = block;
    return block;
  }

  /** Gives back the room after the last value; nothing may be added afterwards. */
  void trim() {
    int number = size >> BITS;
    int used = size & (BLOCK - 1);
    if (number < blocks.length && blocks[number] != null) {
      memory.giveBack((long) (blocks[number].length - used) * Double.BYTES);
      blocks[number] = Arrays.copyOf(blocks[number], used);
    }
  }
}
