package io.glebe.core.registry;

import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The work of developers. */
class AppDraftsTest {
  private static final RegistryStation STATION = new RegistryStation(RegistryStation.limited());

  private final AppDrafts drafts = STATION.registry.drafts();
  private final AppQueries queries = STATION.registry.queries();
  private final Caller developer = STATION.developer();

  @AfterAll
  static void close() {
    STATION.close();
  }

  @Test
  void anAppBeginsAsADraftThatItsDeveloperChanges() {
    UUID app = STATION.registered(developer, RegistryStation.manifest());
    ObjectNode changed = RegistryStation.manifest();

    AppVersion version = drafts.replace(developer, app, 1, changed).await();

    assertThat(version.manifest()).isEqualTo(changed);
    assertThat(version.state()).isEqualTo(VersionState.DRAFT);
    assertThat(Optional.of(version.author())).isEqualTo(developer.personId());
    assertThat(STATION.version(app, 1)).isEqualTo(version);
    RegisteredApp registered = STATION.app(app);
    assertThat(registered.name()).isEqualTo(changed.path("name").asText());
    assertThat(registered.state()).isEqualTo(RegisteredApp.State.REGISTERED);
    assertThat(registered.client()).isEmpty();
  }

  @Test
  void aSubmittedVersionNeverChanges() {
    UUID app = STATION.submitted(developer, RegistryStation.manifest());
    AppVersion before = STATION.version(app, 1);

    assertThat(problem(drafts.replace(developer, app, 1, RegistryStation.manifest())).type())
        .isEqualTo(ProblemType.IMMUTABLE_RECORD);
    assertThat(problem(drafts.submit(developer, app, 1)).type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
    assertThat(STATION.version(app, 1)).isEqualTo(before);
  }

  @Test
  void oneVersionOfAnAppWaitsForReviewersAtATime() {
    UUID app = STATION.submitted(developer, RegistryStation.manifest());
    int second = drafts.addVersion(developer, app, RegistryStation.manifest()).await().number();
    assertThat(second).isEqualTo(2);

    assertThat(problem(drafts.submit(developer, app, 2)).type()).isEqualTo(ProblemType.CONFLICT);
    drafts.withdraw(developer, app, 1).await();
    assertThat(drafts.submit(developer, app, 2).await().state()).isEqualTo(VersionState.SUBMITTED);
    assertThat(queries.versions(developer, app).await())
        .extracting(AppVersion::state)
        .containsExactly(VersionState.SUBMITTED, VersionState.WITHDRAWN);
    assertThat(problem(drafts.withdraw(developer, app, 1)).type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
  }

  @Test
  void aNameThatLooksLikeThatOfAnotherAppIsRefused() {
    Caller other = STATION.developer();
    ObjectNode original = RegistryStation.manifest();
    String name = original.path("name").asText();
    UUID early = STATION.registered(other, original);
    ObjectNode imitation = RegistryStation.manifest().put("name", name.replace("Field ", "FieId"));
    UUID app = STATION.submitted(developer, imitation);

    assertThat(problem(drafts.submit(other, early, 1)).type()).isEqualTo(ProblemType.CONFLICT);
    assertThat(STATION.state(early, 1)).isEqualTo(VersionState.DRAFT);
    Problem refused = problem(drafts.register(other, RegistryStation.manifest().put("name", name)));
    assertThat(refused.violations())
        .extracting(v -> v.where() + " " + v.rule())
        .containsExactly("/name imitation");
    drafts.withdraw(developer, app, 1).await();
    assertThat(drafts.submit(other, early, 1).await().state())
        .as("a name that was never in use is free again")
        .isEqualTo(VersionState.SUBMITTED);
  }

  @Test
  void theKeyOfAnotherAppIsRefusedAlsoAfterItsWithdrawal() {
    ObjectNode first = RegistryStation.manifest();
    UUID app = STATION.submitted(developer, first);
    ObjectNode next = RegistryStation.manifest();
    next.set("publicKeys", first.get("publicKeys"));
    assertThat(drafts.addVersion(developer, app, next).await().number())
        .as("an app keeps its key")
        .isEqualTo(2);
    STATION.registry.withdrawals().withdraw(developer, app, "unused").await();
    ObjectNode foreign = RegistryStation.manifest();
    foreign.withArray("publicKeys").add(first.at("/publicKeys/0"));

    Problem refused = problem(drafts.register(developer, foreign));

    assertThat(refused.violations())
        .extracting(v -> v.where() + " " + v.rule())
        .containsExactly("/publicKeys/1 foreign-key");
  }

  @Test
  void twoDraftsMayHaveOneKeyButOneOfThemIsSubmitted() {
    ObjectNode first = RegistryStation.manifest();
    ObjectNode second = RegistryStation.manifest();
    second.set("publicKeys", first.get("publicKeys"));
    UUID one = STATION.registered(developer, first);
    UUID other = STATION.registered(developer, second);
    drafts.submit(developer, one, 1).await();

    assertThat(problem(drafts.submit(developer, other, 1)).type()).isEqualTo(ProblemType.CONFLICT);
    assertThat(STATION.state(other, 1)).isEqualTo(VersionState.DRAFT);
  }

  @Test
  @Tag("GLEBE_REGISTRY_APPS")
  @Tag("GLEBE_REGISTRY_VERSIONS")
  void appsAndVersionsOfADeveloperAreLimited() {
    UUID app = STATION.registered(developer, RegistryStation.manifest());
    STATION.registered(developer, RegistryStation.manifest());
    STATION.registered(developer, RegistryStation.manifest());
    assertThat(problem(drafts.register(developer, RegistryStation.manifest())).type())
        .isEqualTo(ProblemType.CONFLICT);

    drafts.addVersion(developer, app, RegistryStation.manifest()).await();
    drafts.addVersion(developer, app, RegistryStation.manifest()).await();
    assertThat(problem(drafts.addVersion(developer, app, RegistryStation.manifest())).type())
        .isEqualTo(ProblemType.CONFLICT);
  }

  @Test
  void aFaultyManifestMakesNoApp() {
    ObjectNode faulty = RegistryStation.manifest();
    faulty.putArray("redirectUris").add("http://app.example/*");

    assertThat(problem(drafts.register(developer, faulty)).violations())
        .extracting(v -> v.where())
        .containsExactly("/redirectUris/0");
    assertThat(queries.apps(developer, Optional.empty(), 10).await()).isEmpty();
  }

  private static void refused(Callable<?> work) {
    assertThat(catchThrowableOfType(Problem.class, work::call))
        .extracting(Problem::type)
        .isEqualTo(ProblemType.FORBIDDEN);
  }

  @Test
  void developersSeeAndChangeTheirOwnAppsOnly() {
    UUID app = STATION.registered(developer, RegistryStation.manifest());
    Caller other = STATION.developer();
    List<Future<?>> attempts =
        List.of(
            queries.app(other, app),
            queries.versions(other, app),
            queries.version(other, app, 1),
            drafts.replace(other, app, 1, RegistryStation.manifest()),
            drafts.addVersion(other, app, RegistryStation.manifest()),
            drafts.submit(other, app, 1),
            drafts.withdraw(other, app, 1),
            STATION.registry.withdrawals().withdraw(other, app, "not mine"));

    attempts.forEach(attempt -> assertThat(problem(attempt).status()).isEqualTo(404));
    assertThat(queries.apps(other, Optional.empty(), 10).await()).isEmpty();
    assertThat(STATION.state(app, 1)).isEqualTo(VersionState.DRAFT);
    assertThat(problem(queries.version(developer, app, 2)).status()).isEqualTo(404);
    refused(() -> queries.submitted(developer, Optional.empty(), 10));
  }

  @Test
  void nobodyElseAndNoRegisteredAppRegistersApps() {
    UUID person = developer.personId().orElseThrow();
    Caller app =
        new Caller(
            developer.kind(),
            developer.issuer(),
            developer.subject(),
            Optional.of("ext-" + person),
            developer.audience(),
            Set.of(),
            developer.scope(),
            developer.grants());
    for (Caller caller : List.of(STATION.farmer(), STATION.reviewer, app)) {
      refused(() -> drafts.register(caller, RegistryStation.manifest()));
    }
    refused(() -> queries.apps(app, Optional.empty(), 10));
    refused(() -> queries.requireNoApp(app));
    queries.requireNoApp(developer).await();
  }

  @Test
  void pagesHaveTheOrderOfTheRegistrations() {
    UUID first = STATION.registered(developer, RegistryStation.manifest());
    UUID second = STATION.registered(developer, RegistryStation.manifest());
    UUID third = STATION.registered(developer, RegistryStation.manifest());

    assertThat(queries.apps(developer, Optional.of(first), 1).await())
        .extracting(RegisteredApp::id)
        .as("one more than the limit")
        .containsExactly(second, third);
    assertThat(queries.apps(STATION.reviewer, Optional.of(second), 1).await())
        .extracting(RegisteredApp::id)
        .contains(third);
  }
}
