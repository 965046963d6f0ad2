package io.glebe.zarr.dataset.layout;

import io.glebe.zarr.chunk.ChunkSource;
import java.util.Set;

/**
 * The time-major array of a layer at full resolution, with chunks of {@link #GROUP} slots by 64
 * rows by 64 columns. Slots are copied into it group by group, when a group is full. Slots that are
 * not covered (mainly the newest) are only in the ordinary array.
 *
 * @param chunks the chunks of the array (slot, y, x)
 * @param slots the copied slots; empty or not, they read as in the ordinary array
 */
public record TimeMajor(ChunkSource chunks, Set<Integer> slots) {
  /** Number of slots of one chunk. */
  public static final int GROUP = 32;

  /** Number of rows and columns of one chunk. */
  public static final int SIDE = 64;

  public TimeMajor {
    slots = Set.copyOf(slots);
  }

  /** Whether this array has the slot: in the chunk with first index slot / 32, at slot % 32. */
  public boolean covers(int slot) {
    return slots.contains(slot);
  }
}
