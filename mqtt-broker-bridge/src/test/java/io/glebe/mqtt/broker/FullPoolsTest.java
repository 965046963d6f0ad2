package io.glebe.mqtt.broker;

import static io.glebe.mqtt.broker.NumberedMessages.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.memory.DirectMemory;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages to clients while the bytes of others use up the memory off the heap. */
@Timeout(120)
class FullPoolsTest {
  private static final int PIECE = 4 << 20;
  private static final int PUBACK = 0x40;
  private static final int SUBACK = 0x90;

  @TempDir static Path folder;
  private static MqttStation station;

  private final List<ByteBuf> ofOthers = new ArrayList<>();

  @BeforeAll
  static void open() throws IOException {
    station = MqttStation.open(folder);
    station.account("probe");
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private void exhaust() {
    while (DirectMemory.fits(0)) {
      ofOthers.add(Unpooled.directBuffer(PIECE));
    }
  }

  @AfterEach
  void release() {
    ofOthers.forEach(ByteBuf::release);
    ofOthers.clear();
  }

  private static RawClient subscriber(String filter) throws IOException {
    return member(UUID.randomUUID().toString(), filter);
  }

  private static RawClient member(String id, String filter) throws IOException {
    RawClient client = new RawClient(station.broker.port().orElseThrow());
    assertThat(client.resume("probe", id)).containsExactly(0, 0);
    client.subscribe(filter, 1);
    assertThat(client.answer()[0]).isEqualTo(SUBACK);
    return client;
  }

  private static void publish(long datastream, int... results) {
    for (int result : results) {
      station.observe("probe", datastream, result);
    }
  }

  private static int acknowledged(RawClient client) throws IOException {
    RawClient.Publication message = client.publication();
    client.acknowledge(PUBACK, message.id());
    return result(message);
  }

  @Test
  void aClientGetsOneMessageAfterTheOther() throws Exception {
    long datastream = station.datastream("probe");
    try (RawClient client = subscriber(BrokerTest.topic(datastream))) {
      exhaust();
      publish(datastream, 1, 2, 3);
      assertThat(List.of(acknowledged(client), acknowledged(client), acknowledged(client)))
          .containsExactly(1, 2, 3);
      assertThat(DirectMemory.fits(0)).isFalse();
    }
  }

  @Test
  void theOthersComeWhenThereIsMemoryAgain() throws Exception {
    long datastream = station.datastream("probe");
    try (RawClient client = subscriber(BrokerTest.topic(datastream))) {
      exhaust();
      publish(datastream, 1, 2);
      assertThat(result(client.publication())).isEqualTo(1);
      await().until(() -> station.broker.dispatcher().budgets().queued().used() > 0);
      release();
      assertThat(result(client.publication())).isEqualTo(2);
    }
  }

  @Test
  void aMemberOfAGroupThatComesBackGetsWhatWasKept() throws Exception {
    long datastream = station.datastream("probe");
    String id = UUID.randomUUID().toString();
    member(id, "$share/full/" + BrokerTest.topic(datastream)).close();
    await().until(() -> station.broker.connections() == 0);
    publish(datastream, 1, 2, 3);
    await().until(() -> station.broker.dispatcher().budgets().kept().used() > 0);
    exhaust();
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(client.resume("probe", id)).containsExactly(1, 0);
      assertThat(List.of(acknowledged(client), acknowledged(client), acknowledged(client)))
          .containsExactly(1, 2, 3);
    }
  }
}
