package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.devidentity.TokenEndpoint;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.problem.Problem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A second node on the same database receives all changes that revoke rights. */
class TwoNodesTest {
  private final TestPlatform platform = TestPlatform.shared();
  private final Platform first = platform.platform();
  private IdentityModule second;

  @BeforeEach
  void open() {
    second = TestPlatform.identityOfAnotherNode(first, first.settings());
  }

  private String token(String user) {
    return Browser.json(
            new Browser()
                .post(
                    platform.uri("/dev/identity/token"),
                    Map.of("grant_type", TokenEndpoint.DEVELOPMENT_GRANT, "user", user)))
        .path("access_token")
        .asText();
  }

  private int status(String bearer, String audience) {
    try {
      second.callers().authenticate(bearer, audience).await();
      return 200;
    } catch (Problem problem) {
      return problem.status();
    }
  }

  @Test
  void aTokenOfOneNodeIsValidOnTheOther() {
    assertThat(status(token("owner"), "farm-api")).isEqualTo(200);
  }

  @Test
  void aHashedTokenRevokedOnOneNodeIsRefusedByTheOther() {
    HashedTokens tokens =
        new HashedTokens(first.infrastructure().database(), InstantSource.system(), () -> {});
    HashedTokens.Issued issued =
        tokens
            .issue(
                new HashedTokens.Order(
                    "two nodes",
                    first.identity().recordIssuer(),
                    "viewer",
                    Set.of("spatio-api"),
                    Set.of("spatio-read"),
                    Optional.empty()),
                Optional.empty())
            .await();
    assertThat(status(issued.token(), "spatio-api")).isEqualTo(200);
    tokens.revoke(issued.id()).await();
    await()
        .atMost(Duration.ofSeconds(1))
        .pollInterval(Duration.ofMillis(5))
        .untilAsserted(() -> assertThat(status(issued.token(), "spatio-api")).isEqualTo(401));
  }

  @Test
  void aUserCreatedOnOneNodeIsKnownToTheOther() {
    String subject = "two-nodes-" + UUID.randomUUID();
    HashedTokens tokens =
        new HashedTokens(first.infrastructure().database(), InstantSource.system(), () -> {});
    String bearer =
        tokens
            .issue(
                new HashedTokens.Order(
                    "two nodes",
                    first.identity().recordIssuer(),
                    subject,
                    Set.of("farm-api"),
                    Set.of("farm-read"),
                    Optional.empty()),
                Optional.empty())
            .await()
            .token();
    assertThat(second.callers().authenticate(bearer, "farm-api").await().userId()).isEmpty();
    UUID user =
        new Onboarding(first.infrastructure().database(), first.records().records())
            .user(new Onboarding.NewUser(subject, Optional.empty(), "Two", Optional.empty()))
            .await();
    await()
        .untilAsserted(
            () ->
                assertThat(second.callers().authenticate(bearer, "farm-api").await().userId())
                    .contains(user));
  }
}
