package io.glebe.mqtt.broker;

import static io.glebe.mqtt.broker.NumberedMessages.value;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3Client;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** How a client of version 3.1.1, which gets no reason codes, is told of refused messages. */
@Timeout(60)
class ToldRefusalsTest {
  private static final int PATIENCE_SECONDS = 20;
  private static final String SECRET = "the-content-of-the-message";
  private static final String UNKNOWN = "v1.1/Datastreams(999999999)/Observations";

  @TempDir Path folder;
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private MqttStation station;

  @BeforeEach
  void open() throws IOException {
    station = MqttStation.open(folder);
    station.account("probe");
    log.start();
    logger().addAppender(log);
  }

  @AfterEach
  void close() {
    logger().detachAppender(log);
    station.close();
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger("io.glebe.mqtt.ingest.RefusalLog");
  }

  private Mqtt3BlockingClient three() {
    Mqtt3BlockingClient client =
        Mqtt3Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(station.broker.port().orElseThrow())
            .simpleAuth()
            .username("probe")
            .password(MqttStation.PASSWORD.getBytes(UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    return client;
  }

  private static void publish(Mqtt3BlockingClient client, String topic, String payload) {
    client
        .publishWith()
        .topic(topic)
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(payload.getBytes(UTF_8))
        .send();
  }

  private List<String> lines() {
    return List.copyOf(log.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void refusalsOfOneReasonAreOneLineWithAccountAndTopicAndWithoutThePayload() {
    Mqtt3BlockingClient client = three();
    String payload = "{\"result\": \"" + SECRET + "\"}";
    publish(client, UNKNOWN, payload);
    publish(client, UNKNOWN, payload);
    publish(client, UNKNOWN, payload);
    assertThat(lines())
        .singleElement()
        .asString()
        .contains("probe", UNKNOWN, "UNKNOWN_DATASTREAM")
        .doesNotContain(SECRET);
    client.disconnect();
  }

  @Test
  void aLineAboutAnInvalidPayloadDoesNotShowIt() {
    long datastream = station.datastream("probe");
    Mqtt3BlockingClient client = three();
    publish(client, BrokerTest.topic(datastream), "{\"result\": " + SECRET + "}");
    assertThat(lines())
        .singleElement()
        .asString()
        .contains("probe", BrokerTest.topic(datastream), "BAD_PAYLOAD")
        .doesNotContain(SECRET);
    client.disconnect();
  }

  @Test
  void theTopicOfRefusalsTellsTheSenderItself() throws InterruptedException {
    Mqtt3BlockingClient client = three();
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      client.subscribeWith().topicFilter("$SYS/glebe/refusals").send();
      publish(client, UNKNOWN, new String(value(1), UTF_8));
      Mqtt3Publish message = received.receive(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow();
      assertThat(message.getTopic()).hasToString("$SYS/glebe/refusals");
      JsonNode refusal = Json.parse(message.getPayloadAsBytes());
      assertThat(refusal.path("topic").asText()).isEqualTo(UNKNOWN);
      assertThat(refusal.path("reason").asText()).isEqualTo("unknown-datastream");
      assertThat(refusal.path("reasonCode").intValue()).isEqualTo(0x90);
      assertThat(refusal.path("time").asText()).isNotEmpty();
    }
    client.disconnect();
  }
}
