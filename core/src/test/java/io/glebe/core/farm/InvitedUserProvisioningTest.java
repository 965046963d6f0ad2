package io.glebe.core.farm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.identity.VerifiedToken;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InvitedUserProvisioningTest {
  private static final String ISSUER = "https://issuer.example";
  private static final EntityType USER = Catalogue.standard().get("User");

  private final TestDatabase db = TestDatabase.create();
  private final RecordService records =
      RecordService.open(
              db.database(),
              RuleSettings.lenient().issuer(ISSUER),
              ReadLimits.of(Settings.defaults()),
              ChangeListener.NONE)
          .await();
  private volatile Instant now = Instant.parse("2026-05-01T08:00:00Z");
  private final InvitedUserProvisioning provisioning = provisioning();

  private InvitedUserProvisioning provisioning() {
    return new InvitedUserProvisioning(db.database(), records, Duration.ofHours(1), () -> now);
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static VerifiedToken token(String subject, String email) {
    return token(CallerKind.PERSON, subject, Optional.of("app"), Optional.ofNullable(email));
  }

  private static VerifiedToken token(
      CallerKind kind, String subject, Optional<String> client, Optional<String> email) {
    return new VerifiedToken(
        kind,
        ISSUER,
        subject,
        client,
        "farm-api",
        Set.of("farm-read"),
        Instant.MAX,
        Optional.empty(),
        email);
  }

  private UUID user(String attributes) {
    UUID id = UUID.randomUUID();
    ObjectNode doc = Json.parseObject(attributes.replace('\'', '"'));
    doc.put("id", id.toString()).put("originType", "SYSTEM").put("displayName", "Somebody");
    records.put(WriteRequest.of(Caller.system(), USER, id, doc)).await();
    return id;
  }

  private StoredRecord stored(UUID id) {
    return records.get(Caller.system(), USER, id).await();
  }

  private String attribute(UUID id, String name) {
    return stored(id).attributes().path(name).asText("-");
  }

  private Optional<String> signIn(UUID user) {
    var rows =
        db.database().query("select at from record.sign_in where user_id = $1", user).await();
    return rows.size() == 0
        ? Optional.empty()
        : Optional.of(rows.iterator().next().getOffsetDateTime(0).toInstant().toString());
  }

  private boolean letIn(VerifiedToken token) {
    return provisioning.provision(token, Optional.empty()).await();
  }

  @Test
  void anInvitedPersonIsLinkedByVerifiedAddressWithoutCase() {
    UUID invited = user("{'email': 'New.Person@farm.example', 'status': 'INVITED'}");
    assertThat(letIn(token("sub-1", "new.person@FARM.example"))).isTrue();
    assertThat(attribute(invited, "subject")).isEqualTo("sub-1");
    assertThat(attribute(invited, "status")).isEqualTo("ACTIVE");
    assertThat(signIn(invited)).contains("2026-05-01T08:00:00Z");
  }

  @Test
  void anAddressWithLookalikeLettersIsDifferent() {
    UUID invited = user("{'email': 'kira@ifarm.example', 'status': 'INVITED'}");
    assertThat(letIn(token("sub-a", "\u212aira@ifarm.example"))).isFalse();
    assertThat(letIn(token("sub-b", "k\u0130ra@ifarm.example"))).isFalse();
    assertThat(letIn(token("sub-c", "kira@\u0130farm.example"))).isFalse();
    assertThat(letIn(token("sub-d", "k\u0131ra@ifarm.example"))).isFalse();
    assertThat(attribute(invited, "subject")).isEqualTo("-");
  }

  @Test
  void aRecordThatNamesTheSubjectIsActivatedWithoutAnAddress() {
    UUID invited = user("{'subject': 'sub-2', 'status': 'INVITED'}");
    assertThat(letIn(token("sub-2", null))).isTrue();
    assertThat(attribute(invited, "status")).isEqualTo("ACTIVE");
  }

  @Test
  void aPersonWithoutAVerifiedAddressIsNotProvisioned() {
    UUID invited = user("{'email': 'careful@farm.example', 'status': 'INVITED'}");
    assertThat(letIn(token("sub-3", null))).isFalse();
    assertThat(attribute(invited, "subject")).isEqualTo("-");
  }

  @Test
  void aLinkedOrDisabledRecordOrOneOfAnotherProviderStaysUnchanged() {
    UUID taken = user("{'email': 'a@farm.example', 'subject': 'holder', 'status': 'ACTIVE'}");
    UUID disabled = user("{'email': 'b@farm.example', 'status': 'ACTIVE'}");
    records
        .patch(
            WriteRequest.of(
                Caller.system(), USER, disabled, Json.object().put("status", "DISABLED")))
        .await();
    UUID foreign =
        user("{'email': 'c@farm.example', 'issuer': 'https://x.example', 'status': 'INVITED'}");
    for (String name : List.of("a", "b", "c")) {
      assertThat(letIn(token("sub-" + name, name + "@farm.example"))).as(name).isFalse();
    }
    assertThat(attribute(taken, "subject")).isEqualTo("holder");
    assertThat(attribute(disabled, "subject")).isEqualTo("-");
    assertThat(attribute(foreign, "subject")).isEqualTo("-");
  }

  @Test
  void anotherInvitationDoesNotReactivateADisabledPerson() {
    UUID own = user("{'email': 'd@farm.example', 'subject': 'sub-d', 'status': 'ACTIVE'}");
    records
        .patch(WriteRequest.of(Caller.system(), USER, own, Json.object().put("status", "DISABLED")))
        .await();
    UUID second = user("{'email': 'd@farm.example', 'status': 'INVITED'}");
    assertThat(letIn(token("sub-d", "d@farm.example"))).isFalse();
    assertThat(attribute(second, "subject")).isEqualTo("-");
  }

  @Test
  void aPersonInvitedLaterIsProvisionedAfterUsersChange() {
    VerifiedToken token = token("sub-4", "later@farm.example");
    assertThat(letIn(token)).isFalse();
    user("{'email': 'later@farm.example', 'status': 'INVITED'}");
    assertThat(letIn(token)).as("remembered as a stranger").isFalse();
    provisioning.usersChanged();
    assertThat(letIn(token)).isTrue();
  }

  @Test
  void onlyOneOfTwoPeopleWithTheSameAddressGetsTheRecord() {
    UUID invited = user("{'email': 'shared@farm.example', 'status': 'INVITED'}");
    List<Future<Boolean>> both =
        IntStream.range(0, 2)
            .mapToObj(
                i ->
                    provisioning()
                        .provision(token("twin-" + i, "shared@farm.example"), Optional.empty()))
            .toList();
    assertThat(both.stream().map(f -> f.await()).toList()).containsExactlyInAnyOrder(true, false);
    assertThat(attribute(invited, "subject")).startsWith("twin-");
    assertThat(stored(invited).version()).isEqualTo(2);
  }

  @Test
  void aSignInIsRecordedOncePerPeriodAndOnOneNode() {
    UUID user = user("{'subject': 'sub-5', 'status': 'ACTIVE'}");
    VerifiedToken token = token("sub-5", null);
    provisioning.provision(token, Optional.of(user)).await();
    assertThat(signIn(user)).contains("2026-05-01T08:00:00Z");
    now = now.plus(Duration.ofMinutes(59));
    provisioning.provision(token, Optional.of(user)).await();
    provisioning().provision(token, Optional.of(user)).await();
    assertThat(signIn(user)).contains("2026-05-01T08:00:00Z");
    now = now.plus(Duration.ofMinutes(2));
    provisioning().provision(token, Optional.of(user)).await();
    assertThat(signIn(user)).contains("2026-05-01T09:01:00Z");
    assertThat(stored(user).version()).as("a sign-in is no change of the record").isEqualTo(1);
  }

  @Test
  void scriptsAndAppsDoNotSignIn() {
    UUID user = user("{'subject': 'sub-6', 'email': 'e@farm.example', 'status': 'ACTIVE'}");
    VerifiedToken script =
        token(CallerKind.PERSON, "sub-6", Optional.empty(), Optional.of("e@farm.example"));
    VerifiedToken app =
        token(CallerKind.CLIENT, "sub-6", Optional.of("sub-6"), Optional.of("e@farm.example"));
    for (VerifiedToken token : List.of(script, app)) {
      assertThat(provisioning.provision(token, Optional.of(user)).await()).isFalse();
      assertThat(letIn(token)).isFalse();
    }
    assertThat(signIn(user)).isEmpty();
  }

  @Test
  void recordingASignInSendsNoNotificationOfChangedRights() {
    UUID user = user("{'subject': 'sub-7', 'status': 'ACTIVE'}");
    List<String> received = new CopyOnWriteArrayList<>();
    try (Notifications notifications = Notifications.open(db.vertx(), db.database()).await()) {
      notifications.subscribe("grants_changed", received::add);
      notifications.subscribe("end_of_test", received::add);
      Awaitility.await() // LISTEN is confirmed in the order of the requests
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                db.database().query("select pg_notify('end_of_test', 'begin')").await();
                return received.contains("begin");
              });
      provisioning.provision(token("sub-7", null), Optional.of(user)).await();
      ObjectNode disabled = Json.object().put("status", "DISABLED");
      records.patch(WriteRequest.of(Caller.system(), USER, user, disabled)).await();
      db.database().query("select pg_notify('end_of_test', 'end')").await();
      Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> received.contains("end"));
    }
    assertThat(stored(user).version()).isEqualTo(2);
    assertThat(received).filteredOn("users"::equals).as("one for the change of status").hasSize(1);
  }

  @Test
  void onlyTheOldestOfSeveralInvitationsOfOneAddressIsLinked() {
    UUID first = user("{'email': 'often@farm.example', 'status': 'INVITED'}");
    UUID second = user("{'email': 'often@farm.example', 'status': 'INVITED'}");
    assertThat(letIn(token("often", "often@farm.example"))).isTrue();
    assertThat(attribute(first, "subject")).isEqualTo("often");
    assertThat(attribute(first, "issuer")).isEqualTo(ISSUER);
    assertThat(letIn(token("other", "often@farm.example"))).as("another account").isFalse();
    assertThat(attribute(second, "subject")).isEqualTo("-");
    assertThat(attribute(first, "subject")).isEqualTo("often");
  }

  @Test
  void theRecordGetsTheAddressVerifiedByTheProvider() {
    UUID user = user("{'subject': 'moved', 'email': 'old@farm.example', 'status': 'ACTIVE'}");
    provisioning.provision(token("moved", null), Optional.of(user)).await();
    assertThat(attribute(user, "email")).isEqualTo("old@farm.example");
    provisioning().provision(token("moved", "new@farm.example"), Optional.of(user)).await();
    assertThat(attribute(user, "email")).isEqualTo("new@farm.example");
  }
}
