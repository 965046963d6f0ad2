package io.glebe.zarr.store.disk;

import io.glebe.zarr.store.ByteRange;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * What a copy is of: a range of an object of a store.
 *
 * @param store its identity
 */
record CopyName(UUID store, String key, ByteRange range) {
  /** All of the name, which a copy holds, so that it is never taken for another one. */
  byte[] bytes() {
    return (store + "\n" + key + "\n" + range).getBytes(StandardCharsets.UTF_8);
  }
}
