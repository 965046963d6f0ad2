package io.glebe.mqtt.broker;

import static io.glebe.mqtt.broker.NumberedMessages.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that move between two servers of one database. */
@Timeout(120)
class MovingClientsTest {
  private static final int PUBACK = 0x40;
  private static final int SUBACK = 0x90;
  private static final int PINGREQ = 0xC0;
  private static final int PINGRESP = 0xD0;

  @TempDir static Path folder;
  private static MqttStation here;
  private static MqttStation there;

  @BeforeAll
  static void open() throws IOException {
    here = MqttStation.open(folder);
    here.account("probe");
    there = MqttStation.on(here.database.address(), folder);
  }

  @AfterAll
  static void close() {
    there.close();
    here.close();
  }

  private static RawClient resumed(MqttStation at, String id, boolean present) throws IOException {
    RawClient client = new RawClient(at.broker.port().orElseThrow());
    assertThat(client.resume("probe", id)).containsExactly(present ? 1 : 0, 0);
    return client;
  }

  private static void subscribe(RawClient client, String filter) throws IOException {
    client.subscribe(filter, 1);
    assertThat(client.answer()[0]).isEqualTo(SUBACK);
  }

  private static void acknowledge(RawClient client, int result) throws IOException {
    RawClient.Publication message = client.publication();
    assertThat(result(message)).isEqualTo(result);
    client.acknowledge(PUBACK, message.id());
  }

  private static void leave(MqttStation at, RawClient client) throws IOException {
    client.close();
    await().until(() -> at.broker.connections() == 0);
  }

  private static long kept(MqttStation at) {
    return at.broker.dispatcher().budgets().kept().used();
  }

  @Test
  void aMemberThatComesBackFromAnotherProcessGetsNothingOldAgain() throws Exception {
    long datastream = here.datastream("probe");
    String id = UUID.randomUUID().toString();
    RawClient first = resumed(here, id, false);
    subscribe(first, "$share/moving/" + BrokerTest.topic(datastream));
    leave(here, first);
    here.observe("probe", datastream, 1);
    await().until(() -> kept(here) > 0);
    RawClient second = resumed(there, id, true);
    await().until(() -> kept(here) == 0);
    there.observe("probe", datastream, 2);
    acknowledge(second, 2);
    leave(there, second);
    try (RawClient third = resumed(here, id, true)) {
      here.observe("probe", datastream, 3);
      acknowledge(third, 3); // and not 2
    }
    await().until(() -> here.broker.connections() == 0);
  }

  @Test
  void aFreshSessionElsewhereEndsWhatIsKept() throws Exception {
    long datastream = here.datastream("probe");
    String id = UUID.randomUUID().toString();
    RawClient first = resumed(here, id, false);
    subscribe(first, "$share/fresh/" + BrokerTest.topic(datastream));
    leave(here, first);
    here.observe("probe", datastream, 1);
    await().until(() -> kept(here) > 0);
    there.sessions().end("probe", id).await();
    await().until(() -> kept(here) == 0);
  }

  @Test
  void aFreshSessionElsewhereEndsTheConnection() throws Exception {
    String id = UUID.randomUUID().toString();
    try (RawClient first = resumed(here, id, false)) {
      Mqtt5BlockingClient fresh =
          Mqtt5Client.builder()
              .identifier(id)
              .serverHost("127.0.0.1")
              .serverPort(there.broker.port().orElseThrow())
              .simpleAuth()
              .username("probe")
              .password(MqttStation.PASSWORD.getBytes(StandardCharsets.UTF_8))
              .applySimpleAuth()
              .buildBlocking();
      fresh.connectWith().cleanStart(true).sessionExpiryInterval(3_600).send();
      assertThatThrownBy(first.in::readUnsignedByte).isInstanceOf(EOFException.class);
      fresh.disconnectWith().sessionExpiryInterval(0).send();
    }
    await().until(() -> there.broker.connections() == 0);
  }

  @Test
  void aLateMessageAboutATakeOverDoesNotEndTheNewerConnection() throws Exception {
    String id = UUID.randomUUID() + " with a space";
    String other = UUID.randomUUID().toString();
    resumed(here, id, false).close();
    try (RawClient moved = resumed(there, id, true);
        RawClient ends = resumed(here, other, false)) {
      try (RawClient back = resumed(here, id, true)) {
        assertThatThrownBy(moved.in::readUnsignedByte).isInstanceOf(EOFException.class);
        notice(id, 2);
        notice(other, 2);
        assertThatThrownBy(ends.in::readUnsignedByte).isInstanceOf(EOFException.class);
        back.packet(PINGREQ, new byte[0]);
        assertThat(back.answer()[0]).isEqualTo(PINGRESP);
      }
    }
    await().until(() -> here.broker.connections() == 0);
  }

  /** What the process of this connection has sent. */
  private static void notice(String client, int loads) {
    here.count(
        """
        select count(pg_notify('mqtt_sessions', id || ' ' || $2::int || ' probe ' || client_id))
        from mqtt.session where client_id = $1
        """,
        client,
        loads);
  }
}
