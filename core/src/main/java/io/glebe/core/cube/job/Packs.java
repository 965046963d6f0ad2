package io.glebe.core.cube.job;

import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.ObjectStore;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Reads the packs of a sheet from the store.
 *
 * @param parts the parts in the order of the sheet
 */
record Packs(ObjectStore store, List<Part> parts) {

  /** Reads a whole pack. */
  byte[] whole(Part part) {
    return range(part, ByteRange.all());
  }

  /** Reads the first bytes of a pack. */
  byte[] head(Part part, long length) {
    return range(part, ByteRange.of(0, length));
  }

  private byte[] range(Part part, ByteRange range) {
    String key = Job.packKey(part.job(), part.number());
    try (Blob blob =
        store
            .get(key, List.of(range))
            .orElseThrow(() -> new IllegalStateException("the store has lost " + key))) {
      return blob.part(0).toArray(ValueLayout.JAVA_BYTE);
    }
  }
}
