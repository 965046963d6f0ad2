package io.glebe.zarr.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TimedObjectStoreTest implements ObjectStoreContract {
  private final StoreCounters counters = new StoreCounters();
  private final ObjectStore store = new TimedObjectStore(new MemoryObjectStore(), counters);

  @Override
  public ObjectStore store() {
    return store;
  }

  @Test
  void callsBytesAndFailuresAreCounted() {
    store.put("a", new byte[100]);
    store.get("a", List.of(ByteRange.of(0, 10), ByteRange.of(50, 20))).orElseThrow().close();
    assertThatThrownBy(() -> store.get("a", List.of(ByteRange.of(200, 1))));
    assertThat(counters.calls(StoreMeter.Call.PUT)).isEqualTo(1);
    assertThat(counters.bytes(StoreMeter.Call.PUT)).isEqualTo(100);
    assertThat(counters.calls(StoreMeter.Call.GET)).isEqualTo(2);
    assertThat(counters.bytes(StoreMeter.Call.GET)).isEqualTo(30);
    assertThat(counters.failures(StoreMeter.Call.GET)).isEqualTo(1);
  }
}
