package io.glebe.zarr.store;

/** Hears of every call to a store; called on the caller's thread, so it must be quick. */
public interface StoreMeter {
  enum Call {
    GET,
    PUT,
    FLUSH,
    DELETE,
    LIST,
    SIZE
  }

  /** One call took {@code nanos} and moved {@code bytes} of payload. */
  void record(Call call, long nanos, long bytes, boolean failed);
}
