package io.glebe.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.memory.DirectMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sums of what settings allow data of clients to hold. */
class MemorySettingsTest {
  private static final Path OPTIONS = Path.of("../api-verticles/src/main/launcher/jvm.options");
  private static final double LEFT_TO_THE_PLATFORM = 0.25;

  /** What the documentation proposes for a small container. */
  private static final long SMALL_HEAP = 256 << 20;

  private static final long CONTAINER = 2L << 30;
  private static final long TILES_BEING_SENT = 16 << 20;

  private static long defaultHeap() throws IOException {
    return Files.readAllLines(OPTIONS).stream()
        .filter(line -> line.startsWith("-Xmx"))
        .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 20)
        .findFirst()
        .orElseThrow();
  }

  private static long defaultDirectMemory() throws IOException {
    return Files.readAllLines(OPTIONS).stream()
        .filter(line -> line.startsWith("-Dio.netty.maxDirectMemory="))
        .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  private static long share(Setting<Long> setting, long heap) {
    String text = setting.defaultText();
    return text.endsWith("%")
        ? heap / 100 * Long.parseLong(text.replace("%", ""))
        : setting.parser().apply(text);
  }

  @Test
  void theBudgetsOfAllClientsLeaveHeapToThePlatform() throws IOException {
    for (long heap : new long[] {defaultHeap(), SMALL_HEAP}) {
      assertThat((double) held(heap) / heap).isLessThanOrEqualTo(1 - LEFT_TO_THE_PLATFORM);
    }
  }

  private static long held(long heap) {
    return share(MemorySettings.HEAD_MEMORY, heap)
        + share(MemorySettings.BODY_MEMORY, heap)
        + share(MemorySettings.RESPONSE_MEMORY, heap)
        + share(SpatioSettings.SERIES_MEMORY, heap)
        + share(MqttShareSettings.MQTT_SIGN_IN_BYTES, heap)
        + share(MqttShareSettings.MQTT_WILL_BYTES, heap)
        + 2 * share(SensorSettings.MQTT_MESSAGE_BYTES, heap) // received, and to be sent
        + (long) MemoryShares.ATTACHMENT_BYTES
            * Settings.defaults().get(StorageSettings.ATTACHMENT_UPLOADS);
  }

  @Test
  void settingsThatLeaveTooLittleHeapToThePlatformAreRefused() throws IOException {
    long heap = defaultHeap();
    Settings usual =
        Settings.defaults()
            .with(MemorySettings.HEAD_MEMORY, "10M")
            .with(MemorySettings.BODY_MEMORY, "90M")
            .with(MemorySettings.RESPONSE_MEMORY, "50M")
            .with(SpatioSettings.SERIES_MEMORY, "150M")
            .with(MqttShareSettings.MQTT_SIGN_IN_BYTES, "5M")
            .with(MqttShareSettings.MQTT_WILL_BYTES, "5M")
            .with(SensorSettings.MQTT_MESSAGE_BYTES, "30M");
    assertThatCode(() -> MemoryShares.check(usual, heap)).doesNotThrowAnyException();

    Settings more = usual.with(SpatioSettings.SERIES_MEMORY, "200M");
    assertThatThrownBy(() -> MemoryShares.check(more, heap))
        .isInstanceOf(InvalidSettings.class)
        .hasMessage(
            "the budgets of memory have 426 MB together, more than three quarters of the heap of"
                + " 512 MB: GLEBE_HEAD_MEMORY 10 MB, GLEBE_BODY_MEMORY 90 MB, GLEBE_RESPONSE_MEMORY 50 MB,"
                + " GLEBE_SERIES_MEMORY 200 MB, GLEBE_MQTT_SIGN_IN_BYTES 5 MB,"
                + " GLEBE_MQTT_WILL_BYTES 5 MB,"
                + " twice GLEBE_MQTT_MESSAGE_BYTES 60 MB, GLEBE_ATTACHMENT_UPLOADS 6 MB; lower them or raise -Xmx in GLEBE_JVM_OPTS");
    assertThatCode(() -> MemoryShares.check(more, heap + heap / 4)).doesNotThrowAnyException();
  }

  /** With a large heap the shares are larger than the memory of the sockets. */
  @Test
  void messagesAndResponsesFitTheDirectMemoryOfAnyHeap() {
    Settings large =
        Settings.defaults()
            .with(MemorySettings.RESPONSE_MEMORY, "4G")
            .with(SensorSettings.MQTT_MESSAGE_BYTES, "1G");
    long messages = MemoryShares.messages(large);

    assertThat(messages).isEqualTo(DirectMemory.limit() / 8);
    assertThat(MemoryShares.responses(large) + 2 * messages).isEqualTo(DirectMemory.available());
  }

  /** A fifth is left to connections, to refusals and to requests that have begun. */
  @Test
  void whatWaitsInSocketsFitsTheDirectMemory() throws IOException {
    long heap = defaultHeap();
    long held =
        share(MemorySettings.RESPONSE_MEMORY, heap) // large responses, at most as a whole
            + 2 * share(SensorSettings.MQTT_MESSAGE_BYTES, heap);
    assertThat((double) held / defaultDirectMemory()).isLessThanOrEqualTo(0.8);
  }

  /** The heap, and what is kept off it, in the 2 GB that the documentation advises. */
  @Test
  void theMemoryOfTheProcessFitsTheContainer() throws IOException {
    long heap = defaultHeap();
    long chunks = share(SpatioSettings.CHUNK_CACHE_BYTES, heap);
    long tiles = share(SpatioSettings.TILE_CACHE_BYTES, heap);
    long bytes = heap + chunks + chunks / 4 + tiles + TILES_BEING_SENT + defaultDirectMemory();
    assertThat((double) bytes / CONTAINER).isLessThanOrEqualTo(1 - LEFT_TO_THE_PLATFORM);
  }

  @Test
  void oneCallerCannotTakeTheWholeBudget() throws IOException {
    long heap = defaultHeap();
    assertThat(share(MemorySettings.BODY_MEMORY_OF_CALLER, heap))
        .isLessThan(share(MemorySettings.BODY_MEMORY, heap));
    assertThat(share(MemorySettings.RESPONSE_MEMORY_OF_CALLER, heap))
        .isLessThan(share(MemorySettings.RESPONSE_MEMORY, heap));
  }

  /** A packet is admitted as a whole, so a larger one would not stay within these budgets. */
  @Test
  void anMqttPacketFitsTheBudgetsOfItsClientAndOfAllClients() {
    Settings settings = Settings.defaults();
    assertThat(settings.get(SensorSettings.MQTT_PACKET_BYTES))
        .isLessThanOrEqualTo(settings.get(SensorSettings.MQTT_CLIENT_BYTES))
        .isLessThanOrEqualTo(settings.get(SensorSettings.MQTT_MESSAGE_BYTES));

    Map<String, String> contradicting = Map.of("GLEBE_MQTT_CLIENT_BYTES", "128k");
    assertThatThrownBy(() -> SettingsReader.read(contradicting, Map.of()))
        .isInstanceOf(InvalidSettings.class)
        .hasMessage(
            "GLEBE_MQTT_PACKET_BYTES: a packet of 256k is larger than GLEBE_MQTT_CLIENT_BYTES,"
                + " 128k");
    Settings smaller =
        SettingsReader.read(contradicting, Map.of("GLEBE_MQTT_PACKET_BYTES", "128k"));
    assertThat(smaller.get(SensorSettings.MQTT_PACKET_BYTES)).isEqualTo(128 << 10);
  }

  @Test
  void aShareIsOfTheHeapOfTheProcess() {
    long heap = Runtime.getRuntime().maxMemory();
    Settings settings = Settings.defaults().with(MemorySettings.BODY_MEMORY, "10%");

    assertThat(settings.get(MemorySettings.BODY_MEMORY)).isEqualTo(heap / 100 * 10);
    assertThat(settings.with(MemorySettings.BODY_MEMORY, "3M").get(MemorySettings.BODY_MEMORY))
        .isEqualTo(3 << 20);
    assertThatThrownBy(() -> settings.with(MemorySettings.BODY_MEMORY, "101%"))
        .isInstanceOf(InvalidSettings.class);
  }
}
