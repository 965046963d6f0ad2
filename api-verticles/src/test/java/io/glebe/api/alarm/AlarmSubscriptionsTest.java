package io.glebe.api.alarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.api.farm.rights.FarmPerson;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Browsers of people that are notified of alarms: what they get, and who may subscribe. */
@Timeout(180)
class AlarmSubscriptionsTest {
  private final AlarmFarm farm = new AlarmFarm();
  private final FarmPerson viewer = new FarmPerson().on(farm.farm, "VIEWER");
  private PushReceiver browser;

  @BeforeEach
  void listen() throws Exception {
    browser = new PushReceiver();
  }

  @AfterEach
  void stop() {
    browser.close();
  }

  private String path() {
    return "/v1/farms/" + farm.farm.farm + "/alarm-subscriptions";
  }

  private HttpResponse<String> order(FarmPerson person, PushReceiver receiver, String more) {
    return person.send("POST", path(), receiver.subscription(more));
  }

  private JsonNode subscribed(FarmPerson person, PushReceiver receiver) {
    HttpResponse<String> answer = order(person, receiver, "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return Json.parse(answer.body());
  }

  private UUID alarm(String members) {
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30" + members));
    farm.observe(40, Instant.now().minusSeconds(20));
    farm.event(rule, "ACTIVE");
    return rule;
  }

  private static long stored(JsonNode subscription) {
    return TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(
            "select count(*) from alarm.subscription where id = $1",
            UUID.fromString(subscription.path("id").asText()))
        .await()
        .iterator()
        .next()
        .getLong(0);
  }

  @Test
  void aBrowserGetsTheStartAndTheEndEncryptedForItAndSignedByThePlatform() throws Exception {
    HttpResponse<String> answer = order(viewer, browser, ", 'language': 'sl'");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    UUID rule = alarm(", 'severity': 'CRITICAL'");
    await().until(() -> browser.received.size() == 1);
    farm.observe(20, Instant.now().minusSeconds(10));
    await().until(() -> browser.received.size() == 2);
    JsonNode event = farm.event(rule, "ENDED");
    String key = viewer.read(path()).path("publicKey").asText();
    for (PushReceiver.Received one : browser.received) {
      assertThat(one.message().path("id")).isEqualTo(event.path("id"));
      assertThat(one.message().path("farmId").asText()).isEqualTo(farm.farm.farm.toString());
      assertThat(one.message().path("name").asText()).isEqualTo("Too wet");
      assertThat(one.message().path("language").asText()).isEqualTo("sl");
      assertThat(browser.isSigned(one, key)).isTrue();
      assertThat(one.headers().getFirst("Content-Encoding")).isEqualTo("aes128gcm");
      assertThat(one.headers().getFirst("Urgency")).isEqualTo("high");
      assertThat(one.headers().getFirst("Topic")).hasSize(22);
    }
    assertThat(browser.received)
        .extracting(one -> one.message().path("type").asText())
        .containsExactly("alarm.started", "alarm.ended");
  }

  @Test
  void aMessageThatIsRefusedIsSentAgain() {
    subscribed(viewer, browser);
    browser.answers.addAll(List.of(503, 429));
    alarm("");
    await().until(() -> browser.received.size() == 1);
    assertThat(browser.requests).hasValue(3);
  }

  @Test
  void anAlarmOfALowerSeverityIsNotSent() throws Exception {
    assertThat(order(viewer, browser, ", 'minimumSeverity': 'CRITICAL'").statusCode())
        .isEqualTo(201);
    try (PushReceiver other = new PushReceiver()) {
      subscribed(viewer, other);
      alarm(", 'severity': 'WARNING'");
      await().until(() -> other.received.size() == 1);
      assertThat(browser.requests).hasValue(0);
    }
  }

  @Test
  void aBrowserThatThePushServiceDoesNotKnowAnyMoreIsForgotten() {
    subscribed(viewer, browser);
    browser.answers.add(410);
    alarm("");
    await().until(() -> viewer.items(path()).isEmpty());
    assertThat(browser.requests).hasValue(1);
  }

  @Test
  void whoMayNoLongerReadTheAlarmsGetsNone() throws Exception {
    JsonNode subscription = subscribed(viewer, browser);
    try (PushReceiver other = new PushReceiver()) {
      subscribed(farm.owner, other);
      TestFarm.deleteBySystem("AccessAssignment", assignment(viewer));
      alarm("");
      await().until(() -> other.received.size() == 1);
    }
    await().until(() -> stored(subscription) == 0);
    assertThat(browser.requests).hasValue(0);
  }

  private UUID assignment(FarmPerson person) {
    return TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(
            "select id from record.access_assignments where doc ->> 'userId' = $1",
            person.id.toString())
        .await()
        .iterator()
        .next()
        .getUUID(0);
  }

  @Test
  void aPersonSeesAndEndsOwnBrowsersOnly() {
    String own = path() + "/" + subscribed(viewer, browser).path("id").asText();
    assertThat(farm.owner.items(path())).isEmpty();
    assertThat(farm.owner.send("DELETE", own, "").statusCode()).isEqualTo(404);
    FarmPerson neighbour = new AlarmFarm().owner;
    assertThat(neighbour.get(path()).statusCode()).isEqualTo(403);
    assertThat(order(neighbour, browser, "").statusCode()).isEqualTo(403);
    assertThat(neighbour.send("DELETE", own, "").statusCode()).isEqualTo(403);
    assertThat(viewer.items(path())).hasSize(1);
    assertThat(viewer.send("DELETE", own, "").statusCode()).isEqualTo(204);
    assertThat(viewer.send("DELETE", own, "").statusCode()).isEqualTo(404);
    alarm("");
    assertThat(browser.requests).hasValue(0);
  }

  @Test
  void aTokenThatMayOnlyReadSubscribesNobody() {
    FarmPerson reads = viewer.through("farm-api", "farm-read");
    assertThat(order(reads, browser, "").statusCode()).isEqualTo(403);
    String own = path() + "/" + subscribed(viewer, browser).path("id").asText();
    assertThat(reads.send("DELETE", own, "").statusCode()).isEqualTo(403);
    assertThat(reads.items(path())).hasSize(1);
  }

  @Test
  void theNextPersonOfABrowserTakesItsPlaceAndWhoKnowsOnlyItsAddressDoesNot() throws Exception {
    subscribed(viewer, browser);
    try (PushReceiver other = new PushReceiver()) {
      String stolen = other.subscription("").replace(other.endpoint(), browser.endpoint());
      assertThat(farm.owner.send("POST", path(), stolen).statusCode()).isEqualTo(201);
    }
    assertThat(viewer.items(path())).hasSize(1);
    subscribed(farm.owner, browser);
    assertThat(viewer.items(path())).isEmpty();
    assertThat(farm.owner.items(path())).hasSize(1);
  }

  @Test
  @Tag("GLEBE_ALARM_SUBSCRIPTIONS")
  void aPersonHasFewBrowsersAndTheSameOneCountsOnce() throws Exception {
    for (int i = 0; i < 10; i++) {
      try (PushReceiver one = new PushReceiver()) {
        subscribed(viewer, one);
        subscribed(viewer, one);
      }
    }
    assertThat(viewer.items(path())).hasSize(10);
    assertThat(order(viewer, browser, "").statusCode()).isEqualTo(409);
  }

  @Test
  void addressesOfPrivateNetworksAndWrongKeysAreRefused() {
    for (String url :
        List.of("http://push.example.org/1", "https://10.0.0.1/1", "https://[::1]/")) {
      String body = browser.subscription("").replace(browser.endpoint(), url);
      HttpResponse<String> answer = viewer.send("POST", path(), body);
      assertThat(answer.statusCode()).as(url).isEqualTo(422);
      assertThat(answer.body()).contains("/endpoint");
    }
    HttpResponse<String> answer =
        viewer.send(
            "POST",
            path(),
            "{'endpoint': 'https://push.example.org/1', 'keys': {'p256dh': 'BAAA', 'auth': 'AA'},"
                + " 'minimumSeverity': 'NONE', 'language': 'so/to'}");
    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.body())
        .contains("/keys/p256dh", "/keys/auth", "/minimumSeverity", "/language");
  }
}
