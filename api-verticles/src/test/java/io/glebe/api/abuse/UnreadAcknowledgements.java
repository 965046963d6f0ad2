package io.glebe.api.abuse;

import io.glebe.core.json.Json;
import io.glebe.mqtt.fixture.RawClient;
import java.net.Socket;
import java.time.Instant;

/**
 * MQTT clients that publish messages of almost 256 KiB with quality of service 1, and never read.
 */
record UnreadAcknowledgements(long datastream, int clients) implements Abuse {
  private static final int CHARACTERS = 99_000;
  private static final int MOST_IDS = 65_535;

  private static byte[] large(Instant time) {
    String text = "x".repeat(CHARACTERS);
    return Json.bytes(
        Json.object()
            .put("result", text)
            .put("resultQuality", text.substring(CHARACTERS / 2))
            .put("phenomenonTime", time.toString())
            .set("parameters", Json.object().put("text", text)));
  }

  @Override
  public void start(AbuseConnections connections) {
    byte[] message = large(Instant.EPOCH);
    String topic = "v1.1/Datastreams(" + datastream + ")/Observations";
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.mqttSocket();
          try {
            RawClient client = connections.signIn(socket);
            for (int id = 1; id <= MOST_IDS; id++) {
              client.publish(1, false, id, topic, message);
              connections.count("published");
            }
          } finally {
            connections.reset(socket);
          }
        });
  }
}
