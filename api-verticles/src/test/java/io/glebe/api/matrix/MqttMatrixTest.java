package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.FarmTargets;
import io.glebe.api.sensors.SensorTargets;
import io.glebe.core.catalogue.StarterRoles;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The permission matrix for the two operations of MQTT: subscribe to observations and publish them.
 */
@Timeout(120)
class MqttMatrixTest {
  private static final String PASSWORD = "a long enough password";

  private final Platform platform = TestPlatform.shared().platform();
  private final Onboarding onboarding =
      new Onboarding(platform.infrastructure().database(), platform.records().records());
  private final FarmTargets home = new FarmTargets(new Random().nextLong());
  private final UUID away = UUID.randomUUID();

  private String account(UUID farm, String role) {
    String name = "matrix-" + UUID.randomUUID();
    platform
        .identity()
        .accounts()
        .put(name, PASSWORD, Set.of("sensor-read", "sensor-write"))
        .await();
    UUID user =
        onboarding
            .user(new Onboarding.NewUser(name, Optional.empty(), "Gateway", Optional.empty()))
            .await();
    onboarding.assign(user, farm, role).await();
    return name;
  }

  private Mqtt5BlockingClient connected(String account) {
    Mqtt5BlockingClient client =
        Mqtt5Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(platform.mqtt().port().orElseThrow())
            .simpleAuth()
            .username(account)
            .password(PASSWORD.getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    return client;
  }

  private static boolean publishes(Mqtt5BlockingClient client, String topic) {
    try {
      client
          .publishWith()
          .topic(topic)
          .qos(MqttQos.AT_LEAST_ONCE)
          .payload("{\"result\": 1}".getBytes(StandardCharsets.UTF_8))
          .send();
      return true;
    } catch (Mqtt5PubAckException refused) {
      return false;
    }
  }

  private static boolean subscribes(Mqtt5BlockingClient client, String topic) {
    try {
      client.subscribeWith().topicFilter(topic).qos(MqttQos.AT_LEAST_ONCE).send();
      return true;
    } catch (Mqtt5SubAckException refused) {
      return false;
    }
  }

  @Test
  void everyRolePublishesAndSubscribesAsItsPermissionsAllow() {
    People people = new People(home.farm());
    String owner = people.token(people.all().getFirst(), "sensor-api");
    long datastream = new SensorTargets(home.farm(), owner, home.secret()).datastream();
    String topic = "v1.1/Datastreams(" + datastream + ")/Observations";
    UUID organization = UUID.randomUUID();
    onboarding.organization(organization, "Elsewhere").await();
    onboarding
        .farm(
            away, Json.object().put("name", "Away").put("organizationId", organization.toString()))
        .await();
    SoftAssertions all = new SoftAssertions();
    for (StarterRoles.StarterRole role : StarterRoles.standard().roles()) {
      for (UUID farm : List.of(home.farm(), away)) {
        Mqtt5BlockingClient client = connected(account(farm, role.code()));
        boolean here = farm.equals(home.farm());
        String who = role.code() + (here ? " here" : " elsewhere");
        all.assertThat(publishes(client, topic))
            .as(who + " publishes")
            .isEqualTo(here && role.permissions().contains("observation:create"));
        all.assertThat(subscribes(client, topic))
            .as(who + " subscribes")
            .isEqualTo(here && role.permissions().contains("observation:read"));
        client.disconnect();
      }
    }
    all.assertAll();
    assertThat(StarterRoles.standard().roles()).hasSizeGreaterThan(5);
  }
}
