package io.glebe.core.service;

import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordFixture;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The work of maintainers. */
class ServiceDirectoryTest {
  private static final ServiceFixture SERVICES = new ServiceFixture(Settings.defaults());

  private final ServiceDirectory directory = SERVICES.directory;
  private final Caller maintainer = SERVICES.maintainer();

  @AfterAll
  static void close() {
    SERVICES.close();
  }

  private static ObjectNode key() {
    try {
      return Json.parseObject(
          new ECKeyGenerator(Curve.P_256).generate().toPublicJWK().toJSONString());
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode withKey(ObjectNode key) {
    ObjectNode body = Json.object().put("name", "Service " + UUID.randomUUID());
    body.set("publicKey", key);
    return body;
  }

  private static StoredRecord stored(EntityType type, UUID id) {
    return SERVICES.farm.records.get(Caller.system(), type, id).await();
  }

  private static ObjectNode record(UUID service) {
    return stored(RecordFixture.type("ProcessingService"), service).attributes();
  }

  private RegisteredService stored(UUID service) {
    return directory.service(maintainer, service).await();
  }

  @Test
  void aServiceHasARecordWithTheSameId() {
    ObjectNode body = Json.object().put("name", " Yield maps ").put("description", "From NDVI");

    RegisteredService service = directory.onboard(maintainer, body).await().service();

    assertThat(stored(service.id())).isEqualTo(service);
    assertThat(service.name()).isEqualTo("Yield maps");
    assertThat(service.description()).isEqualTo("From NDVI");
    assertThat(service.enabled()).isTrue();
    assertThat(service.publicKey()).isEmpty();
    assertThat(Optional.of(service.createdBy())).isEqualTo(maintainer.personId());
    ObjectNode record = record(service.id());
    assertThat(record.path("status").asText()).isEqualTo("ACTIVE");
    assertThat(record.path("serviceClientId").asText()).isEqualTo(service.clientId());
    assertThat(stored(RecordFixture.type("ProcessingService"), service.id()).provenance())
        .extracting(StoredRecord.Provenance::createdByUserId)
        .isEqualTo(maintainer.personId());
  }

  @Test
  void theSecretIsNeitherStoredNorPrinted() {
    ServiceDirectory.Onboarded onboarded = SERVICES.onboard();
    String secret = onboarded.secret().orElseThrow();

    String row =
        SERVICES
            .platform
            .sql("select s::text from service.service s where id = $1", onboarded.service().id())
            .iterator()
            .next()
            .getString(0);
    assertThat(secret).hasSizeGreaterThan(40);
    assertThat(row).doesNotContain(secret);
    assertThat(onboarded.toString()).doesNotContain(secret);
  }

  @Test
  void aServiceWithAKeyHasNoSecret() {
    ObjectNode key = key();

    ServiceDirectory.Onboarded onboarded = directory.onboard(maintainer, withKey(key)).await();

    assertThat(onboarded.secret()).isEmpty();
    assertThat(onboarded.service().publicKey()).contains(key);
  }

  @Test
  void allFaultsOfAServiceAreReportedAtOnce() {
    ObjectNode body = withKey(key().put("d", "AQAB")).put("name", "x").put("description", 7);
    body.put("sec/ret", "mine");

    Problem refused =
        catchThrowableOfType(Problem.class, () -> directory.onboard(maintainer, body));

    assertThat(refused.violations().stream().map(Violation::where))
        .containsExactlyInAnyOrder("/sec~1ret", "/name", "/description", "/publicKey/d");
  }

  @Test
  void nameDescriptionAndKeyAreReplaced() {
    UUID id = SERVICES.onboard().service().id();
    ObjectNode key = key();
    ObjectNode body = withKey(key).put("name", "Other").put("description", "New");

    RegisteredService replaced = directory.replace(maintainer, id, body).await();

    assertThat(replaced.name()).isEqualTo("Other");
    assertThat(replaced.description()).isEqualTo("New");
    assertThat(replaced.publicKey()).contains(key);
    body.remove("description");
    assertThat(directory.replace(maintainer, id, body).await().description()).isEmpty();
    assertThat(record(id).has("description")).isFalse();
  }

  @Test
  void aKeyIsNotRemovedWithoutASecret() {
    UUID id = directory.onboard(maintainer, withKey(key())).await().service().id();
    ObjectNode body = Json.object().put("name", "Without key");

    assertThat(problem(directory.replace(maintainer, id, body)).type())
        .isEqualTo(ProblemType.CONFLICT);
    assertThat(stored(id).name()).isNotEqualTo("Without key");
    assertThat(stored(id).publicKey()).isPresent();

    assertThat(directory.renewSecret(maintainer, id).await().secret()).isPresent();
    assertThat(stored(id).publicKey()).isEmpty();
    assertThat(directory.replace(maintainer, id, body).await().name()).isEqualTo("Without key");
  }

  @Test
  void aServiceIsDisabledWithAReasonAndEnabledAgain() {
    UUID id = SERVICES.onboard().service().id();

    RegisteredService disabled = directory.disable(maintainer, id, "wrong data").await();

    assertThat(disabled.disabled().orElseThrow().reason()).isEqualTo("wrong data");
    assertThat(Optional.of(disabled.disabled().orElseThrow().by()))
        .isEqualTo(maintainer.personId());
    assertThat(record(id).path("status").asText()).isEqualTo("SUSPENDED");
    assertThat(problem(directory.disable(maintainer, id, "again")).type())
        .isEqualTo(ProblemType.CONFLICT);
    assertThat(stored(id)).isEqualTo(disabled);

    assertThat(directory.enable(maintainer, id).await().disabled()).isEmpty();
    assertThat(record(id).path("status").asText()).isEqualTo("ACTIVE");
    assertThat(problem(directory.enable(maintainer, id)).type()).isEqualTo(ProblemType.CONFLICT);
  }

  private static Future<?> patch(UUID id, String patch) {
    return SERVICES.farm.records.patch(
        WriteRequest.of(
            Caller.system(),
            RecordFixture.type("ProcessingService"),
            id,
            RecordFixture.json(patch)));
  }

  @Test
  void theRecordOfAServiceIsNotDeletedAndOnlyTheRegistryChangesItsStateAndNames() {
    UUID id = SERVICES.onboard().service().id();

    for (String change :
        List.of("status': 'RETIRED", "status': 'SUSPENDED", "name': 'Glebe", "provider': 'Us")) {
      assertThat(problem(patch(id, "{'" + change + "'}")).type())
          .as(change)
          .isEqualTo(ProblemType.CONFLICT);
    }
    WriteRequest deletion =
        WriteRequest.of(Caller.system(), RecordFixture.type("ProcessingService"), id);
    assertThat(problem(SERVICES.farm.records.delete(deletion)).type())
        .isEqualTo(ProblemType.CONFLICT);
    assertThat(stored(id).enabled()).isTrue();
    patch(id, "{'version': '2'}").await();
    assertThat(record(id).path("version").asText()).isEqualTo("2");
  }

  @Test
  void aDisabledServiceMayBeRetiredForGood() {
    UUID id = SERVICES.onboard().service().id();
    directory.disable(maintainer, id, "replaced").await();
    assertThat(problem(patch(id, "{'status': 'ACTIVE'}")).type()).isEqualTo(ProblemType.CONFLICT);

    patch(id, "{'status': 'RETIRED'}").await();

    assertThat(problem(directory.enable(maintainer, id)).status()).isEqualTo(409);
    assertThat(stored(id).disabled()).isPresent();
  }

  @Test
  void servicesWithoutAnActiveRecordAreDisabledByTheMigration() throws IOException {
    ServiceDirectory.Onboarded active = SERVICES.onboard();
    ServiceDirectory.Onboarded lost = SERVICES.onboard();
    ServiceDirectory.Onboarded retired = SERVICES.onboard();
    SERVICES.token(retired);
    SERVICES.platform.sql(
        "delete from record.processing_services where id = $1", lost.service().id());
    SERVICES.platform.sql(
        """
        update record.processing_services set doc = doc || '{"status": "RETIRED"}' where id = $1
        """,
        retired.service().id());

    String migration = "/db/migration/V142__services_without_records.sql";
    try (var text = Objects.requireNonNull(getClass().getResourceAsStream(migration))) {
      Pattern.compile(";\\s*\n")
          .splitAsStream(new String(text.readAllBytes(), StandardCharsets.UTF_8))
          .forEach(step -> SERVICES.platform.sql(step));
    }

    assertThat(stored(active.service().id()).enabled()).isTrue();
    assertThat(stored(retired.service().id()).disabled()).isPresent();
    for (ServiceDirectory.Onboarded one : List.of(lost, retired)) {
      assertThat(
              problem(
                      SERVICES.signIn.signIn(
                          ServiceFixture.secret(
                              one.service().clientId(), one.secret().orElseThrow()),
                          "host",
                          Set.of()))
                  .status())
          .isEqualTo(401);
    }
  }

  @Test
  void aNameOfInvisibleCharactersIsRefused() {
    for (String name :
        List.of(
            "Yield\u202emaps",
            "Yield\u200bmaps",
            "Yield\nmaps",
            "\u3164\u3164",
            "Yield\u034f\ufe0f")) {
      Problem refused =
          catchThrowableOfType(
              Problem.class, () -> directory.onboard(maintainer, Json.object().put("name", name)));
      assertThat(refused.violations().getFirst().where()).isEqualTo("/name");
    }
  }

  private void refused(Callable<?> work) {
    assertThat(catchThrowableOfType(Problem.class, work::call))
        .extracting(Problem::type)
        .isEqualTo(ProblemType.FORBIDDEN);
  }

  @Test
  void nobodyElseMaintains() {
    UUID id = SERVICES.onboard().service().id();
    RegisteredService before = stored(id);
    ObjectNode body = Json.object().put("name", "Taken over");
    Caller app = SERVICES.farm.person(maintainer.personId().orElseThrow(), "ext-" + id, Set.of());
    for (Caller caller :
        List.of(SERVICES.farm.owner(), SERVICES.stranger(), app.with(maintainer.grants()))) {
      refused(() -> directory.onboard(caller, body));
      refused(() -> directory.replace(caller, id, body));
      refused(() -> directory.disable(caller, id, "reason"));
      refused(() -> directory.enable(caller, id));
      refused(() -> directory.renewSecret(caller, id));
    }
    assertThat(stored(id)).isEqualTo(before);
  }

  @Test
  void anAppWhoseIdTheProviderAssignedDoesNotMaintain() {
    UUID id = SERVICES.onboard().service().id();
    RegisteredService before = stored(id);
    String assigned = UUID.randomUUID().toString();
    SERVICES.registerApp(assigned);
    ObjectNode body = Json.object().put("name", "Taken over");
    Caller app =
        SERVICES
            .farm
            .person(maintainer.personId().orElseThrow(), assigned, Set.of())
            .with(maintainer.grants());

    assertThat(problem(directory.onboard(app, body)).status()).isEqualTo(403);
    assertThat(problem(directory.replace(app, id, body)).status()).isEqualTo(403);
    assertThat(problem(directory.disable(app, id, "reason")).status()).isEqualTo(403);
    assertThat(problem(directory.enable(app, id)).status()).isEqualTo(403);
    assertThat(problem(directory.renewSecret(app, id)).status()).isEqualTo(403);
    assertThat(stored(id)).isEqualTo(before);
  }

  @Test
  void thoseWhoMayOrderAServiceReadIt() {
    ServiceDirectory.Onboarded onboarded = SERVICES.onboard();
    RegisteredService service = onboarded.service();

    assertThat(directory.service(SERVICES.farm.owner(), service.id()).await()).isEqualTo(service);
    refused(() -> directory.service(SERVICES.stranger(), service.id()));
    refused(() -> directory.services(SERVICES.stranger(), Optional.empty(), 10));
    Caller itself = SERVICES.caller(onboarded);
    assertThat(directory.service(itself, service.id()).await()).isEqualTo(service);
    UUID other = SERVICES.onboard().service().id();
    refused(() -> directory.service(itself, other));
    assertThat(problem(directory.service(maintainer, UUID.randomUUID())).status()).isEqualTo(404);
  }

  @Test
  void pagesHaveTheOrderOfTheOnboardings() {
    UUID first = SERVICES.onboard().service().id();
    UUID second = SERVICES.onboard().service().id();
    UUID third = SERVICES.onboard().service().id();

    List<UUID> page =
        directory.services(maintainer, Optional.of(first), 1).await().stream()
            .map(RegisteredService::id)
            .toList();

    assertThat(page).as("one more than the limit").containsExactly(second, third);
  }

  private static ServiceDirectory limited(Setting<Integer> limit, int services) {
    return new ServiceDirectory(
        SERVICES.platform.resources().database(),
        SERVICES.farm.records,
        SERVICES.tokens,
        Settings.defaults().with(limit, Integer.toString(services)));
  }

  private static ObjectNode named() {
    return Json.object().put("name", "Service " + UUID.randomUUID());
  }

  @Test
  @Tag("GLEBE_SERVICES")
  void theNumberOfServicesIsLimited() {
    SERVICES.onboard();
    ServiceDirectory full = limited(ServiceSettings.SERVICES, 1);

    assertThat(problem(full.onboard(maintainer, named())).type()).isEqualTo(ProblemType.CONFLICT);
  }

  @Test
  @Tag("GLEBE_SERVICES_PER_MAINTAINER")
  void aMaintainerCannotTakeTheServicesOfTheOthers() {
    SERVICES.onboard();
    ServiceDirectory limited = limited(ServiceSettings.SERVICES_PER_MAINTAINER, 1);
    Caller another = SERVICES.anotherMaintainer();

    assertThat(problem(limited.onboard(maintainer, named())).type())
        .isEqualTo(ProblemType.CONFLICT);
    assertThat(limited.onboard(another, named()).await().service().createdBy())
        .isEqualTo(another.personId().orElseThrow());
    assertThat(problem(limited.onboard(another, named())).type()).isEqualTo(ProblemType.CONFLICT);
  }
}
