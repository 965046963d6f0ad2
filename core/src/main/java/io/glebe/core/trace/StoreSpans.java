package io.glebe.core.trace;

import io.glebe.zarr.store.StoreMeter;
import java.util.Locale;
import java.util.Optional;

/** Adds the calls to a store to the traces that they serve, and counts them all. */
public final class StoreSpans implements StoreMeter {
  private final String store;
  private final StoreMeter counters;

  /**
   * @param store its name: {@code zarr} or {@code blobs}
   */
  public StoreSpans(String store, StoreMeter counters) {
    this.store = store;
    this.counters = counters;
  }

  @Override
  public void record(Call call, long nanos, long bytes, boolean failed) {
    counters.record(call, nanos, bytes, failed);
    Optional<Span> span = Span.current();
    if (span.isPresent()) {
      long now = System.nanoTime();
      String name = store + " " + call.name().toLowerCase(Locale.ROOT);
      span.get().call(name, now - nanos, now, failed);
    }
  }
}
