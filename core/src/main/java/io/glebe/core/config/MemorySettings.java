package io.glebe.core.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of the memory of the process, of the heap that requests may hold, and of how slowly it
 * may be filled and emptied. A quarter of the heap is left to the platform itself.
 */
public final class MemorySettings {
  private static final SettingList LIST = new SettingList();

  /** Less than the code, classes and threads of a process need, which seldom has a full heap. */
  private static final long BESIDE_HEAP_AND_CACHES = 112L << 20;

  public static final Setting<Long> RESIDENT_MEMORY =
      LIST.add(
          Setting.bytes(
              "GLEBE_RESIDENT_MEMORY",
              "0",
              "resident memory beyond which the cache of chunks gives memory back; 0 is the largest"
                  + " heap, the caches of chunks and tiles, and 112M"));

  public static final Setting<Long> HEAD_MEMORY =
      LIST.add(
          Setting.heapShare(
              "GLEBE_HEAD_MEMORY",
              "4%",
              "heap for the heads of requests that have not ended or are not answered; beyond it"
                  + " connections are closed, and requests of HTTP/2 refused"));

  public static final Setting<Long> HEAD_MEMORY_OF_ADDRESS =
      LIST.add(
          Setting.heapShare(
              "GLEBE_HEAD_MEMORY_OF_ADDRESS", "3%", "the part of it that one address may hold"));

  public static final Setting<Long> BODY_MEMORY =
      LIST.add(
          Setting.heapShare(
              "GLEBE_BODY_MEMORY",
              "20%",
              "heap for request bodies that are being read or handled; beyond it requests get 503"));

  public static final Setting<Long> BODY_MEMORY_OF_CALLER =
      LIST.add(
          Setting.heapShare(
              "GLEBE_BODY_MEMORY_OF_CALLER",
              "15%",
              "the part of it that one caller may hold; beyond it he gets 429"));

  public static final Setting<Long> RESPONSE_MEMORY =
      LIST.add(
          Setting.heapShare(
              "GLEBE_RESPONSE_MEMORY",
              "10%",
              "heap for large responses that clients have not read yet, at most what MQTT leaves of"
                  + " the direct memory; beyond it requests get 503"));

  public static final Setting<Long> RESPONSE_MEMORY_OF_CALLER =
      LIST.add(
          Setting.heapShare(
              "GLEBE_RESPONSE_MEMORY_OF_CALLER",
              "7%",
              "the part of it that one caller may hold; beyond it he gets 429"));

  public static final Setting<Duration> TRANSFER_TIMEOUT =
      LIST.add(
          Setting.duration(
              "GLEBE_TRANSFER_TIMEOUT",
              "30s",
              "a body or a large response has this time, and the time of its bytes at the minimum"
                  + " rate; then the connection is closed"));

  public static final Setting<Long> MIN_TRANSFER_RATE =
      LIST.add(
          Setting.bytes(
              "GLEBE_MIN_TRANSFER_RATE", "1k", "slowest transfer of a body, in bytes a second"));

  /** {@link #RESIDENT_MEMORY} in bytes. */
  public static long residentMemory(Settings settings) {
    long given = settings.get(RESIDENT_MEMORY);
    return given > 0
        ? given
        : Runtime.getRuntime().maxMemory()
            + settings.get(SpatioSettings.CHUNK_CACHE_BYTES)
            + settings.get(SpatioSettings.TILE_CACHE_BYTES)
            + BESIDE_HEAP_AND_CACHES;
  }

  private MemorySettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
