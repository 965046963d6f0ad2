package io.glebe.zarr.store;

/** Receives every call to a store. It runs on the caller's thread, so it must be fast. */
public interface StoreMeter {
  enum Call {
    GET,
    PUT,
    FLUSH,
    DELETE,
    LIST,
    SIZE
  }

  /** Records one call that took {@code nanos} and transferred {@code bytes} of payload. */
  void record(Call call, long nanos, long bytes, boolean failed);
}
