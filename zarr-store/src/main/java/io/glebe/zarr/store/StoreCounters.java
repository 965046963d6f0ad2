package io.glebe.zarr.store;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Totals per kind of call: number of calls, failures, payload bytes, nanoseconds. */
public final class StoreCounters implements StoreMeter {
  private record Sums(LongAdder calls, LongAdder failures, LongAdder bytes, LongAdder nanos) {}

  private final Map<Call, Sums> sums = new EnumMap<>(Call.class);

  public StoreCounters() {
    for (Call call : Call.values()) {
      sums.put(call, new Sums(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder()));
    }
  }

  @Override
  public void record(Call call, long nanos, long bytes, boolean failed) {
    Sums one = of(call);
    one.calls.increment();
    one.nanos.add(nanos);
    one.bytes.add(bytes);
    if (failed) {
      one.failures.increment();
    }
  }

  private Sums of(Call call) {
    return Objects.requireNonNull(sums.get(call), "each kind has its sums");
  }

  public long calls(Call call) {
    return of(call).calls.sum();
  }

  public long failures(Call call) {
    return of(call).failures.sum();
  }

  public long bytes(Call call) {
    return of(call).bytes.sum();
  }

  public long nanos(Call call) {
    return of(call).nanos.sum();
  }
}
