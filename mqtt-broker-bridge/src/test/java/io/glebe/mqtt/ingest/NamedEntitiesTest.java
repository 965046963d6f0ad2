package io.glebe.mqtt.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.ScopeRights;
import io.glebe.core.identity.Audiences;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.mqtt.MqttStation;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message names entities as the body of a request does. */
@Timeout(60)
class NamedEntitiesTest {
  private static final String BELOW = "Datastreams(%d)/Observations";
  private static final String ALL = "Observations";

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

  private static Caller device() {
    return new Caller(
        CallerKind.DEVICE,
        "issuer",
        "probe",
        Optional.of("probe"),
        Audiences.SENSOR,
        Set.of("sensor-read", "sensor-write"),
        ScopeRights.ALL,
        Grants.NONE);
  }

  private static String body(String reference, int result) {
    return "{\"result\":%d,\"phenomenonTime\":\"2026-05-01T00:00:00Z\",\"Datastream\":%s}"
        .formatted(result, reference);
  }

  private static boolean overMqtt(String path, String reference) {
    byte[] payload = body(reference, 1).getBytes(StandardCharsets.UTF_8);
    return station
        .ingestion
        .take(new Ingestion.Message(device(), 1, "v1.1/" + path, payload))
        .await()
        .isStored();
  }

  private static boolean overHttp(String path, String reference) {
    ObjectNode body = Json.parseObject(body(reference, 2));
    List<String> segments = Arrays.asList(path.split("/", -1));
    return Future.succeededFuture()
        .compose(
            start ->
                station.sensors.entities().create(device(), ResourcePath.parse(segments), body))
        .map(made -> true)
        .otherwise(refused -> false)
        .await();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"@iot.id\":%d}", "{\"@iot.id\":\"%d\"}", "{\"@iot.id\":\"'%d'\"}"})
  void anIdIsANumberOrATextOfOne(String form) {
    long datastream = station.datastream("probe");
    String reference = form.formatted(datastream);
    for (String path : List.of(BELOW.formatted(datastream), ALL)) {
      assertThat(overHttp(path, reference)).as("HTTP, " + path).isTrue();
      assertThat(overMqtt(path, reference)).as("MQTT, " + path).isTrue();
    }
    assertThat(station.stored(datastream)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"@iot.id\":%d.5}",
        "{\"@iot.id\":\"%d x\"}",
        "{\"@iot.id\":\"\"}",
        "{\"@iot.id\":null}",
        "{\"@iot.id\":[%d]}",
        "{\"@iot.id\":\"9%d\"}"
      })
  void anythingElseIsRefused(String form) {
    long datastream = station.datastream("probe");
    String reference = form.formatted(datastream);
    for (String path : List.of(BELOW.formatted(datastream), ALL)) {
      assertThat(overHttp(path, reference)).as("HTTP, " + path).isFalse();
      assertThat(overMqtt(path, reference)).as("MQTT, " + path).isFalse();
    }
    assertThat(station.stored(datastream)).isZero();
  }
}
