package io.glebe.zarr.store;

final class MemoryObjectStoreTest implements ObjectStoreContract {
  private final ObjectStore store = new MemoryObjectStore();

  @Override
  public ObjectStore store() {
    return store;
  }
}
