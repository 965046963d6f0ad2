package io.glebe.mqtt.broker;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.glebe.core.json.Json;
import io.glebe.mqtt.fixture.RawClient;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Observations whose results are their numbers. */
final class NumberedMessages {
  private static final int PATIENCE_SECONDS = 30;

  private NumberedMessages() {}

  static byte[] value(int value) {
    Instant time = Instant.parse("2026-05-01T00:00:00Z").plusSeconds(value);
    return ("{\"result\":" + value + ",\"phenomenonTime\":\"" + time + "\"}")
        .getBytes(StandardCharsets.UTF_8);
  }

  static void publish(Mqtt5BlockingClient sender, long datastream, int from, int to) {
    CompletableFuture.allOf(
            IntStream.range(from, to)
                .mapToObj(
                    i ->
                        sender
                            .toAsync()
                            .publishWith()
                            .topic(BrokerTest.topic(datastream))
                            .qos(MqttQos.AT_LEAST_ONCE)
                            .payload(value(i))
                            .send())
                .toArray(CompletableFuture[]::new))
        .join();
  }

  static int result(byte[] payload) {
    return Json.parse(payload).path("result").intValue();
  }

  static int result(RawClient.Publication message) {
    return result(message.payload().getBytes(StandardCharsets.UTF_8));
  }

  static List<Integer> results(Mqtt5BlockingClient.Mqtt5Publishes received, int count)
      throws InterruptedException {
    List<Integer> results = new ArrayList<>();
    while (results.size() < count) {
      Mqtt5Publish message =
          received
              .receive(PATIENCE_SECONDS, TimeUnit.SECONDS)
              .orElseThrow(() -> new AssertionError("only " + results));
      results.add(result(message.getPayloadAsBytes()));
    }
    return results;
  }

  static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }
}
