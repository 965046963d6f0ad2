package io.glebe.zarr.store.disk;

import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.ObjectStoreContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class DiskCachedStoreTest implements ObjectStoreContract {
  @TempDir Path folder;
  private ObjectStore store;

  @BeforeEach
  void open() throws IOException {
    DiskCache.Limits limits = new DiskCache.Limits(8 << 20, 0);
    store =
        new DiskCachedStore(
            new MemoryObjectStore(), DiskCache.open(folder, new UUID(1, 2), limits));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  public ObjectStore store() {
    return store;
  }
}
