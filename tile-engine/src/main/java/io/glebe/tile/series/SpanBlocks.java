package io.glebe.tile.series;

import java.util.Arrays;

/**
 * Runs of pixels of rows, in blocks: growing copies one block at most, and no array is large. Its
 * memory is taken from that of the series.
 */
final class SpanBlocks {
  private static final int BITS = 12;
  private static final int BLOCK = 1 << BITS;
  private static final int FIRST = 64;

  /** First column, column after the last, and the number of the first weight or -1. */
  private static final int FIELDS = 3;

  private static final long SPAN_BYTES = FIELDS * Integer.BYTES;

  private final SeriesMemory memory;
  private int[][] blocks = new int[1][];
  private int size;

  SpanBlocks(SeriesMemory memory) {
    this.memory = memory;
  }

  int size() {
    return size;
  }

  int from(int span) {
    return field(span, 0);
  }

  int to(int span) {
    return field(span, 1);
  }

  /** Number of the weight of its first pixel; negative if all are completely covered. */
  int weightAt(int span) {
    return field(span, 2);
  }

  private int field(int span, int field) {
    return blocks[span >> BITS][(span & (BLOCK - 1)) * FIELDS + field];
  }

  void add(int from, int to, int weightAt) {
    int[] block = last();
    int offset = (size & (BLOCK - 1)) * FIELDS;
    block[offset] = from;
    block[offset + 1] = to;
    block[offset + 2] = weightAt;
    size++;
  }

  /** The block of the next span, with room for it. */
  private int[] last() {
    int number = size >> BITS;
    if (number == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * number);
    }
    int[] block = blocks[number];
    if (block == null) {
      int length = number == 0 ? FIRST : BLOCK;
      memory.take(length * SPAN_BYTES);
      block = new int[length * FIELDS];
    } else if ((size & (BLOCK - 1)) * FIELDS == block.length) {
      memory.take((long) block.length * Integer.BYTES);
      block = Arrays.copyOf(block, 2 * block.length);
    }
    blocks[number] = block;
    return block;
  }

  /** Gives back the room after the last span; nothing may be added afterwards. */
  void trim() {
    int number = size >> BITS;
    int used = (size & (BLOCK - 1)) * FIELDS;
    if (number < blocks.length && blocks[number] != null) {
      memory.giveBack((long) (blocks[number].length - used) * Integer.BYTES);
      blocks[number] = Arrays.copyOf(blocks[number], used);
    }
  }
}
