package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fifty clients that publish messages of almost 256 KiB while the database hangs, and never read,
 * do not use up the heap of a small process.
 */
@Timeout(240)
class UnreadAcknowledgementsTest {
  private static final int CLIENTS = 50;
  private static final int CHARACTERS = 99_000;
  private static final int MESSAGES = 100;
  private static final int PUBACK = 0x40;

  @TempDir private Path folder;

  private static byte[] large(int client, int number) {
    String text = "x".repeat(CHARACTERS);
    return Json.bytes(
        Json.object()
            .put("result", text + client)
            .put("resultQuality", text.substring(CHARACTERS / 2))
            .put("phenomenonTime", Instant.EPOCH.plusSeconds(number).toString())
            .set("parameters", Json.object().put("text", text)));
  }

  @Test
  void theProcessLivesAndServesAfterwards() throws Exception {
    try (MqttStation station = MqttStation.open(folder)) {
      station.account("probe");
      long datastream = station.datastream("probe");
      List<RawClient> clients = new ArrayList<>();
      AtomicLong sent = new AtomicLong();
      try (StationProcess process =
          StationProcess.start(station.database.address(), folder, "-Xmx160m")) {
        try (AutoCloseable _ = station.hold(datastream)) {
          for (int i = 0; i < CLIENTS; i++) {
            RawClient client = new RawClient(process.port());
            assertThat(client.connect("probe", 0)).isZero();
            clients.add(client);
            flood(client, i, datastream, sent);
          }
          await().until(() -> isQuiet(sent) || !process.isAlive());
          assertThat(process.isAlive()).as("the process lives").isTrue();
        } finally {
          for (RawClient client : clients) {
            client.close();
          }
        }
        try (RawClient client = new RawClient(process.port())) {
          assertThat(client.connect("probe", 0)).isZero();
          byte[] small = "{\"result\":1}".getBytes(StandardCharsets.UTF_8);
          client.publish(1, false, 1, BrokerTest.topic(datastream), small);
          assertThat(client.answer()).containsExactly(PUBACK, 1);
        }
      }
    }
  }

  private static void flood(RawClient client, int number, long datastream, AtomicLong sent) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                for (int id = 1; id <= MESSAGES; id++) {
                  byte[] message = large(number, id);
                  client.publish(1, false, id, BrokerTest.topic(datastream), message);
                  sent.addAndGet(message.length);
                }
              } catch (IOException closed) {
                sent.incrementAndGet(); // by the test, or by the end of the process
              }
            });
  }

  /** Whether nobody could send anything between two looks. */
  private final AtomicLong before = new AtomicLong(-1);

  private boolean isQuiet(AtomicLong sent) {
    long now = sent.get();
    return now > 0 && before.getAndSet(now) == now;
  }
}
