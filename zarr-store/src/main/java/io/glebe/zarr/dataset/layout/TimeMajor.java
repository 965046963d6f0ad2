package io.glebe.zarr.dataset.layout;

import io.glebe.zarr.chunk.ChunkSource;
import java.util.Set;

/**
 * The second array of a layer at full resolution, chunks of {@link #GROUP} slots by 64 rows by 64
 * columns: slots are copied into it group by group, once a group is full. Slots that are not
 * covered (the youngest, above all) are found only in the ordinary array.
 *
 * @param chunks the chunks of the array (slot, y, x)
 * @param slots the slots that were copied; empty or not, they read as in the ordinary array
 */
public record TimeMajor(ChunkSource chunks, Set<Integer> slots) {
  /** Slots of one chunk. */
  public static final int GROUP = 32;

  /** Rows and columns of one chunk. */
  public static final int SIDE = 64;

  public TimeMajor {
    slots = Set.copyOf(slots);
  }

  /** Whether the slot is found here: in the chunk with first index slot / 32, at slot % 32. */
  public boolean covers(int slot) {
    return slots.contains(slot);
  }
}
