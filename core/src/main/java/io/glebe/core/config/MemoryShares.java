package io.glebe.core.config;

import io.glebe.core.memory.DirectMemory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the budgets of all clients may hold together: three quarters of the heap, and of the direct
 * memory what new work may use. The heap is checked at the start; what waits in sockets has less
 * than its settings where the direct memory is small beside the heap.
 */
public final class MemoryShares {
  /** Heap of an attachment that is being received. */
  public static final int ATTACHMENT_BYTES = 32 * 1024;

  /** MQTT messages, received and to be sent, may each hold this part of the direct memory. */
  private static final int MESSAGES_OF_DIRECT = 8;

  private static final long MEGABYTE = 1 << 20;

  private MemoryShares() {}

  /** Most bytes of MQTT messages that are received, and as many that are to be sent. */
  public static long messages(Settings settings) {
    long setting = settings.get(SensorSettings.MQTT_MESSAGE_BYTES);
    long direct = DirectMemory.limit();
    return direct <= 0 ? setting : Math.min(setting, direct / MESSAGES_OF_DIRECT);
  }

  /** Most bytes of responses; what waits in sockets of the web and of MQTT fits together. */
  public static long responses(Settings settings) {
    long setting = settings.get(MemorySettings.RESPONSE_MEMORY);
    return DirectMemory.limit() <= 0
        ? setting
        : Math.min(setting, DirectMemory.available() - 2 * messages(settings));
  }

  /**
   * Checks the sum of all budgets of heap.
   *
   * @param heap the largest heap of the process, in bytes
   * @throws InvalidSettings when they leave less than a quarter of it to the platform
   */
  public static void check(Settings settings, long heap) {
    Map<String, Long> budgets = budgets(settings);
    long sum = budgets.values().stream().mapToLong(Long::longValue).sum();
    long most = heap / 4 * 3;
    if (sum > most) {
      throw new InvalidSettings(
          ("the budgets of memory have %d MB together, more than three quarters of the heap of %d MB:"
                  + " %s; lower them or raise -Xmx in GLEBE_JVM_OPTS")
              .formatted(sum / MEGABYTE, heap / MEGABYTE, text(budgets)));
    }
  }

  private static Map<String, Long> budgets(Settings settings) {
    Map<String, Long> budgets = new LinkedHashMap<>();
    for (Setting<Long> setting :
        List.of(
            MemorySettings.HEAD_MEMORY,
            MemorySettings.BODY_MEMORY,
            MemorySettings.RESPONSE_MEMORY,
            SpatioSettings.SERIES_MEMORY,
            MqttShareSettings.MQTT_SIGN_IN_BYTES,
            MqttShareSettings.MQTT_WILL_BYTES)) {
      budgets.put(setting.name(), settings.get(setting));
    }
    budgets.put("twice " + SensorSettings.MQTT_MESSAGE_BYTES.name(), 2 * messages(settings));
    budgets.put(
        StorageSettings.ATTACHMENT_UPLOADS.name(),
        (long) ATTACHMENT_BYTES * settings.get(StorageSettings.ATTACHMENT_UPLOADS));
    return budgets;
  }

  private static String text(Map<String, Long> budgets) {
    return budgets.entrySet().stream()
        .map(budget -> budget.getKey() + " " + budget.getValue() / MEGABYTE + " MB")
        .collect(Collectors.joining(", "));
  }
}
