package io.glebe.core.registry;

import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.VerifiedToken;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The decisions of reviewers, and the ends of apps. */
class AppReviewsTest {
  private static final RegistryStation STATION = new RegistryStation(Settings.defaults());

  private final AppReviews reviews = STATION.registry.reviews();
  private final AppWithdrawals withdrawals = STATION.registry.withdrawals();
  private final Caller developer = STATION.developer;
  private final Caller reviewer = STATION.reviewer;
  private final Caller secondReviewer = STATION.secondReviewer;

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static boolean isRevoked(UUID app) {
    return STATION.revoked.revoked(
        new VerifiedToken(
            CallerKind.PERSON,
            RegistryStation.ISSUER,
            "somebody",
            Optional.of("ext-" + app),
            "farm-api",
            Set.of(),
            Instant.MAX,
            Optional.empty(),
            Optional.empty()));
  }

  @Test
  void anApprovedVersionGetsAClientAndItsSuccessorReplacesIt() {
    UUID app = STATION.approved(developer, RegistryStation.manifest());
    assertThat(STATION.app(app).state()).isEqualTo(RegisteredApp.State.APPROVED);
    assertThat(STATION.registry.queries().clientId(STATION.app(app))).contains("ext-" + app);
    await().until(() -> STATION.enabled.getOrDefault("ext-" + app, 0) == 1);
    ObjectNode next = RegistryStation.manifest();
    STATION.registry.drafts().addVersion(developer, app, next).await();
    STATION.registry.drafts().submit(developer, app, 2).await();
    assertThat(STATION.state(app, 1)).isEqualTo(VersionState.APPROVED);

    reviews.approve(reviewer, app, 2, "good").await();

    assertThat(STATION.state(app, 1)).isEqualTo(VersionState.SUPERSEDED);
    assertThat(STATION.app(app).approved()).contains(2);
    assertThat(STATION.app(app).name()).isEqualTo(next.path("name").asText());
    await().until(() -> STATION.enabled.getOrDefault("ext-" + app, 0) == 2);
    await().until(() -> STATION.app(app).client().orElseThrow().done());
    AppVersion.Review review = STATION.version(app, 2).reviews().getFirst();
    assertThat(review.comment()).isEqualTo("good");
    assertThat(review.approved()).isTrue();
    assertThat(Optional.of(review.reviewer())).isEqualTo(reviewer.personId());
  }

  @Test
  void restrictedScopesNeedTwoReviewers() {
    UUID app = STATION.submitted(developer, RegistryStation.manifest("farm-read", "farm-write"));

    AppVersion once = reviews.approve(reviewer, app, 1, "").await();

    assertThat(once.state()).isEqualTo(VersionState.SUBMITTED);
    assertThat(reviews.restricted(once)).containsExactly("farm-write");
    assertThat(reviews.needed(once)).isEqualTo(2);
    assertThat(problem(reviews.approve(reviewer, app, 1, "again")).type())
        .isEqualTo(ProblemType.CONFLICT);
    assertThat(STATION.state(app, 1)).isEqualTo(VersionState.SUBMITTED);
    AppVersion twice = reviews.approve(secondReviewer, app, 1, "").await();
    assertThat(twice.state()).isEqualTo(VersionState.APPROVED);
    assertThat(twice.reviews()).hasSize(2);
  }

  @Test
  void theApprovalOfAReviewerWhoHasLostTheRoleDoesNotCount() {
    Caller former = STATION.reviewer();
    UUID app = STATION.submitted(developer, RegistryStation.manifest("farm-write"));
    reviews.approve(former, app, 1, "").await();
    STATION.roles(former.personId().orElseThrow(), "[]");

    assertThat(reviews.approve(secondReviewer, app, 1, "").await().state())
        .isEqualTo(VersionState.SUBMITTED);
    assertThat(reviews.approve(reviewer, app, 1, "").await().state())
        .isEqualTo(VersionState.APPROVED);
  }

  @Test
  void aRejectionEndsAVersionWithItsReason() {
    UUID app = STATION.submitted(developer, RegistryStation.manifest("farm-write"));
    reviews.approve(secondReviewer, app, 1, "").await();

    AppVersion rejected = reviews.reject(reviewer, app, 1, "unclear").await();

    assertThat(rejected.state()).isEqualTo(VersionState.REJECTED);
    assertThat(rejected.reason()).contains("unclear");
    assertThat(rejected.decided()).isPresent();
    for (var attempt :
        List.of(
            reviews.approve(reviewer, app, 1, ""),
            reviews.reject(reviewer, app, 1, "again"),
            STATION.registry.drafts().submit(developer, app, 1),
            STATION.registry.drafts().withdraw(developer, app, 1))) {
      assertThat(problem(attempt).type()).isEqualTo(ProblemType.INVALID_TRANSITION);
    }
    assertThat(STATION.version(app, 1)).isEqualTo(rejected);
  }

  @Test
  void aDraftIsNeitherApprovedNorRejected() {
    UUID app = STATION.registered(developer, RegistryStation.manifest());

    assertThat(problem(reviews.approve(reviewer, app, 1, "")).type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
    assertThat(problem(reviews.reject(reviewer, app, 1, "x")).type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
    assertThat(problem(reviews.approve(reviewer, app, 2, "")).status()).isEqualTo(404);
    assertThat(problem(reviews.reject(reviewer, UUID.randomUUID(), 1, "x")).status())
        .isEqualTo(404);
  }

  @Test
  void nobodyReviewsTheOwnApp() {
    UUID app = STATION.submitted(secondReviewer, RegistryStation.manifest());

    assertThat(problem(reviews.approve(secondReviewer, app, 1, "")).status()).isEqualTo(403);
    assertThat(problem(reviews.reject(secondReviewer, app, 1, "x")).status()).isEqualTo(403);
    assertThat(STATION.version(app, 1).reviews()).isEmpty();
    assertThat(reviews.approve(reviewer, app, 1, "").await().state())
        .isEqualTo(VersionState.APPROVED);
  }

  @Test
  void aReviewNeedsASignInAndTheRole() {
    UUID app = STATION.submitted(developer, RegistryStation.manifest());
    Caller stored =
        new Caller(
            reviewer.kind(),
            reviewer.issuer(),
            reviewer.subject(),
            Optional.empty(),
            reviewer.audience(),
            reviewer.scopes(),
            reviewer.scope(),
            reviewer.grants());
    for (Caller caller : List.of(stored, developer, STATION.farmer())) {
      assertThat(
              catchThrowableOfType(Problem.class, () -> reviews.approve(caller, app, 1, ""))
                  .status())
          .isEqualTo(403);
      assertThat(
              catchThrowableOfType(Problem.class, () -> reviews.reject(caller, app, 1, "x"))
                  .status())
          .isEqualTo(403);
    }
    assertThat(STATION.state(app, 1)).isEqualTo(VersionState.SUBMITTED);
  }

  @Test
  void reviewersListWhatWaitsForThem() {
    UUID waiting = STATION.submitted(developer, RegistryStation.manifest());
    UUID draft = STATION.registered(developer, RegistryStation.manifest());
    UUID decided = STATION.approved(developer, RegistryStation.manifest());

    List<UUID> listed =
        STATION.registry.queries().submitted(reviewer, Optional.empty(), 1000).await().stream()
            .map(AppVersion::app)
            .toList();

    assertThat(listed).contains(waiting).doesNotContain(draft, decided).isSorted();
    assertThat(STATION.registry.queries().submitted(reviewer, Optional.of(waiting), 1000).await())
        .extracting(AppVersion::app)
        .doesNotContain(waiting);
  }

  @Test
  void theVersionInUseEndsWithTheAppAndSoDoItsTokens() {
    UUID app = STATION.approved(developer, RegistryStation.manifest());
    await().until(() -> STATION.enabled.containsKey("ext-" + app));
    STATION.registry.drafts().addVersion(developer, app, RegistryStation.manifest()).await();
    assertThat(problem(STATION.registry.drafts().withdraw(developer, app, 1)).type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
    assertThat(isRevoked(app)).isFalse();

    RegisteredApp ended = withdrawals.withdraw(developer, app, "not used any more").await();

    assertThat(ended.state()).isEqualTo(RegisteredApp.State.WITHDRAWN);
    assertThat(ended.withdrawal().orElseThrow().reason()).isEqualTo("not used any more");
    assertThat(isRevoked(app)).isTrue();
    assertThat(List.of(STATION.state(app, 1), STATION.state(app, 2)))
        .containsOnly(VersionState.WITHDRAWN);
    await().until(() -> !STATION.enabled.containsKey("ext-" + app));
    assertThat(problem(withdrawals.withdraw(developer, app, "again")).type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
    assertThat(
            problem(
                    STATION
                        .registry
                        .drafts()
                        .addVersion(developer, app, RegistryStation.manifest()))
                .type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
  }

  @Test
  void aReviewerWithdrawsTheAppOfAnother() {
    UUID app = STATION.registered(developer, RegistryStation.manifest());

    RegisteredApp ended = withdrawals.withdraw(reviewer, app, "abuse").await();

    assertThat(Optional.of(ended.withdrawal().orElseThrow().by())).isEqualTo(reviewer.personId());
    assertThat(problem(withdrawals.withdraw(reviewer, UUID.randomUUID(), "x")).status())
        .isEqualTo(404);
  }
}
