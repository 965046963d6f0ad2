package io.glebe.core.cube.job;

import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.ObjectStore;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * What the parts of a sheet have left in the store.
 *
 * @param parts in the order of the sheet
 */
record Packs(ObjectStore store, List<Part> parts) {

  /** A whole pack. */
  byte[] whole(Part part) {
    return range(part, ByteRange.all());
  }

  /** The first bytes of a pack. */
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
