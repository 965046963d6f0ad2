package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.bridge.Mosquitto;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command-line clients of Mosquitto connect over TLS and trust the server's own authority. */
@Timeout(60)
class MosquittoClientsTest {
  @TempDir static Path folder;
  private static MqttStation station;

  @BeforeAll
  static void open() throws IOException {
    station = MqttStation.open(folder);
    station.account("probe");
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static List<String> client(String program, String version, String topic) {
    return new ArrayList<>(
        List.of(
            program,
            "-h",
            "localhost",
            "-p",
            Integer.toString(station.broker.tlsPort().orElseThrow()),
            "--cafile",
            folder.resolve("mqtt-ca.pem").toString(),
            "-V",
            version,
            "-u",
            "probe",
            "-P",
            MqttStation.PASSWORD,
            "-t",
            topic));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mqttv311", "mqttv5"})
  void messagesOfQualityOneAndTwoAreStoredAndTheLatestIsRead(String version)
      throws IOException, InterruptedException {
    long datastream = station.datastream("probe");
    String topic = "v1.1/Datastreams(" + datastream + ")/Observations";
    for (int qos = 1; qos <= 2; qos++) {
      List<String> publish = client("mosquitto_pub", version, topic);
      publish.addAll(
          List.of(
              "-q",
              Integer.toString(qos),
              "-m",
              "{\"result\": 2%d.5, \"phenomenonTime\": \"2026-05-01T12:0%d:00Z\"}"
                  .formatted(qos, qos)));
      assertThat(Mosquitto.run(publish)).startsWith("exit 0");
      assertThat(station.stored(datastream)).isEqualTo(qos);
    }
    List<String> subscribe = client("mosquitto_sub", version, topic);
    subscribe.addAll(List.of("-q", "1", "-C", "1", "-W", "10"));
    assertThat(Mosquitto.run(subscribe))
        .startsWith("exit 0")
        .contains("\"result\":22.5")
        .contains("\"phenomenonTime\":\"2026-05-01T12:02:00Z\"");
  }

  @Test
  void messagesCarryTheIdentifierOfTheSubscription() throws IOException, InterruptedException {
    long datastream = station.datastream("probe");
    String topic = "v1.1/Datastreams(" + datastream + ")/Observations";
    List<String> publish = client("mosquitto_pub", "mqttv5", topic);
    publish.addAll(List.of("-q", "1", "-m", "{\"result\": 7}"));
    assertThat(Mosquitto.run(publish)).startsWith("exit 0");
    List<String> subscribe = client("mosquitto_sub", "mqttv5", topic + "?$select=result");
    subscribe.addAll(
        List.of(
            "-q",
            "2",
            "-C",
            "1",
            "-W",
            "10",
            "-F",
            "%S of %t: %p",
            "-D",
            "subscribe",
            "subscription-identifier",
            "77"));
    assertThat(Mosquitto.run(subscribe))
        .startsWith("exit 0")
        .contains("77 of " + topic + "?$select=result: ")
        .contains("\"result\":7")
        .doesNotContain("phenomenonTime");
  }

  @Test
  void aClientThatDoesNotTrustTheAuthorityDoesNotConnect()
      throws IOException, InterruptedException {
    List<String> publish = client("mosquitto_pub", "mqttv5", "v1.1/Observations");
    publish.set(publish.indexOf("--cafile"), "--capath");
    publish.set(publish.indexOf("--capath") + 1, "/etc/ssl/certs");
    publish.addAll(List.of("-m", "{}"));
    assertThat(Mosquitto.run(publish)).doesNotStartWith("exit 0");
  }
}
