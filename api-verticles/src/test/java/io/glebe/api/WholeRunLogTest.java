package io.glebe.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * The platform logs no secrets and no personal data during the tests. {@link LogJudge} checks every
 * test; this class checks that {@link LogJudge} and the log watch are installed, and checks all
 * lines that its process has logged so far.
 */
@Order(Integer.MAX_VALUE)
final class WholeRunLogTest {
  @Test
  void theWatchDetectsASecret() {
    String[] secrets = {
      "token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJvd25lciJ9.c2ln",
      "Authorization: Bearer a24d7984-771d-3b84",
      "owner@glebe.example signed in",
      "hash $argon2id$v=19"
    };

    assertThat(secrets).allMatch(LogWatch::givesAway);
    assertThat(LogWatch.givesAway("GET /v1/fields 200 in 3 ms")).isFalse();
  }

  @Test
  void theLogOfEveryTestIsChecked() {
    assertThat(LogJudge.watches(WholeRunLogTest.class)).isTrue();
  }

  @Test
  void theLogOfTheWholeRunHasNoTokenPasswordOrAddress() {
    TestPlatform.shared().get("/api/v2/collections");

    assertThat(LogWatch.lines()).as("log lines read").isPositive();
    assertThat(LogWatch.found()).isEmpty();
  }
}
