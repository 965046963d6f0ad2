package io.glebe.core.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of the heap that requests may hold, and of how slowly it may be filled and emptied. A
 * quarter of the heap is left to the platform itself.
 */
public final class MemorySettings {
  private static final SettingList LIST = new SettingList();

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

  private MemorySettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
