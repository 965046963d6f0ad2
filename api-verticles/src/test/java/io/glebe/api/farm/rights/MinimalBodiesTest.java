package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.UUID;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The way that the specification shows: a person makes a Thing and a Datastream with the bodies of
 * its tables, and a service account publishes over MQTT with TLS.
 */
@Timeout(120)
class MinimalBodiesTest {
  private static final String STA = "/sta/v1.1";
  private final FarmPerson owner = new FarmPerson();
  private final FarmPerson sensors = owner.through("sensor-api", "sensor-read", "sensor-write");
  private UUID farm = UUID.randomUUID();
  private String field = "";

  @BeforeEach
  void aFarmWithAField() {
    TestFarm.role("SERVICE");
    UUID organization = UUID.randomUUID();
    done(
        owner.send(
            "PUT",
            "/v1/organizations/" + organization,
            "{'id': '" + organization + "', 'originType': 'USER', 'name': 'Estate'}"));
    farm = UUID.randomUUID();
    done(
        owner.send(
            "PUT",
            "/v1/farms/" + farm,
            "{'id': '%s', 'originType': 'USER', 'name': 'Home', 'timezone': 'UTC', 'defaultCurrency': 'EUR', 'organizationId': '%s'}"
                .formatted(farm, organization)));
    field =
        done(owner.send(
                "POST",
                "/v1/farms/" + farm + "/fields",
                "{'name': 'At the brook', 'geometry': {'type': 'Polygon', 'coordinates':"
                    + " [[[21,-3],[21.1,-3],[21.1,-2.9],[21,-2.9],[21,-3]]]}}"))
            .path("id")
            .asText();
  }

  private static JsonNode done(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    return Json.parse(answer.body());
  }

  private long made(String set, String body) {
    return done(sensors.send("POST", STA + "/" + set, body)).path("@iot.id").asLong();
  }

  private JsonNode account(long thing) {
    return done(
        owner.send("POST", "/v1/farms/" + farm + "/device-accounts", "{'thingId': " + thing + "}"));
  }

  /** Trusts the authority of the platform as a device does that got its file. */
  private static TrustManagerFactory authority() throws GeneralSecurityException, IOException {
    Path data = TestPlatform.shared().platform().infrastructure().settings().dataDir();
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream pem = Files.newInputStream(data.resolve("mqtt-ca.pem"))) {
      trusted.setCertificateEntry(
          "mqtt", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    return trust;
  }

  private static void publish(JsonNode account, long datastream, String message)
      throws GeneralSecurityException, IOException {
    Mqtt5BlockingClient client =
        Mqtt5Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("localhost")
            .serverPort(TestPlatform.shared().platform().mqtt().tlsPort().orElseThrow())
            .sslConfig()
            .trustManagerFactory(authority())
            .applySslConfig()
            .simpleAuth()
            .username(account.path("name").asText())
            .password(account.path("password").asText().getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    client
        .publishWith()
        .topic("v1.1/Datastreams(" + datastream + ")/Observations")
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(message.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
        .send();
    client.disconnect();
  }

  private JsonNode newest(long datastream) {
    String query = "?$top=1&$orderby=phenomenonTime%20desc";
    return sensors
        .read(STA + "/Datastreams(" + datastream + ")/Observations" + query)
        .at("/value/0");
  }

  @Test
  void whatAServiceAccountPublishesIsReadByThePerson()
      throws GeneralSecurityException, IOException {
    long thing =
        made(
            "Things",
            "{'name': 'Station', 'Locations': [{'location': {'type': 'Point', 'coordinates':"
                + " [21.05, -2.95]}}]}");
    long datastream =
        made(
            "Datastreams",
            "{'name': 'Soil moisture', 'unitOfMeasurement': {'name': 'percent', 'symbol': '%'},"
                + " 'ObservedProperty': {'name': 'moisture'}, 'Sensor': {'name': 'probe',"
                + " 'encodingType': 'text/plain', 'metadata': '-'}, 'Thing': {'@iot.id': "
                + thing
                + "}}");
    publish(
        account(thing), datastream, "{'result': 31.5, 'phenomenonTime': '2026-05-01T12:00:00Z'}");
    assertThat(newest(datastream).path("result").asDouble()).isEqualTo(31.5);
    assertThat(newest(datastream).path("phenomenonTime").asText())
        .isEqualTo("2026-05-01T12:00:00Z");
    long posted =
        made(
            "Observations",
            "{'result': 32, 'phenomenonTime': '2026-05-01T13:00:00Z', 'Datastream': {'@iot.id': "
                + datastream
                + "}}");
    assertThat(newest(datastream).path("@iot.id").asLong()).isEqualTo(posted);
    String inField = STA + "/Observations?$filter=fieldId%20eq%20%27" + field + "%27";
    assertThat(sensors.read(inField).path("value")).hasSize(2);
  }

  @Test
  void theCompositeOfAPersonTakesWhatItsDevicePublishes()
      throws GeneralSecurityException, IOException {
    JsonNode made =
        done(
            sensors.send(
                "POST",
                STA + "/composite",
                "{'thing': {'name': 'Station'}, 'sensor': {'name': 'probe'}, 'observedProperty':"
                    + " {'name': 'moisture'}, 'datastream': {'unit': {'name': 'percent',"
                    + " 'symbol': '%'}}}"));
    long datastream = made.at("/datastream/@iot.id").asLong();
    JsonNode account = account(made.at("/thing/@iot.id").asLong());
    publish(account, datastream, "{'result': 7, 'phenomenonTime': '2026-05-01T12:00:00Z'}");
    assertThat(newest(datastream).path("result").asInt()).isEqualTo(7);
  }
}
