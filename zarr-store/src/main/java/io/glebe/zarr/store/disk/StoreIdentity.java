package io.glebe.zarr.store.disk;

import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/**
 * The identity of the content of a store: an object with a random text, written once. An emptied
 * store, also one that a backup was restored into, gets another one, so that copies of its former
 * objects are not taken for new ones.
 */
public final class StoreIdentity {
  /** It lies beside the folders of the store, which are what a backup copies. */
  public static final String KEY = "store-identity";

  private StoreIdentity() {}

  /** Reads the identity, and writes it if the store has none. */
  public static UUID of(ObjectStore store) {
    Optional<UUID> known = read(store);
    if (known.isPresent()) {
      return known.get();
    }
    store.putIfAbsent(KEY, UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));
    return read(store).orElseThrow(() -> new StoreException(KEY, "the identity disappeared"));
  }

  private static Optional<UUID> read(ObjectStore store) {
    Optional<Blob> stored = store.get(KEY);
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    try (Blob blob = stored.get()) {
      return Optional.of(
          UUID.fromString(new String(blob.toByteArray(), StandardCharsets.US_ASCII)));
    } catch (IllegalArgumentException other) {
      throw new StoreException(KEY, "'" + KEY + "' is not an identity; delete it", other);
    }
  }
}
