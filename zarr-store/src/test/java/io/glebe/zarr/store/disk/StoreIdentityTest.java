package io.glebe.zarr.store.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.StoreException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class StoreIdentityTest {
  private final MemoryObjectStore store = new MemoryObjectStore();

  @Test
  void aStoreKeepsItsIdentityUntilItIsEmptied() {
    UUID first = StoreIdentity.of(store);
    assertThat(StoreIdentity.of(store)).isEqualTo(first);
    store.delete(StoreIdentity.KEY);
    assertThat(StoreIdentity.of(store)).isNotEqualTo(first);
  }

  @Test
  void somethingElseUnderItsKeyIsNoIdentity() {
    store.put(StoreIdentity.KEY, new byte[] {'x'});
    assertThatThrownBy(() -> StoreIdentity.of(store)).isInstanceOf(StoreException.class);
  }
}
