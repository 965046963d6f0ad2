package io.glebe.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * What tests make the platform log gives nothing away. {@link LogJudge} says so of every class;
 * this one shows that it and the watch are there, and looks at all that its process has logged so
 * far.
 */
@Order(Integer.MAX_VALUE)
final class WholeRunLogTest {
  @Test
  void theWatchKnowsASecretWhenItSeesOne() {
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
  void everyTestIsJudgedByWhatItLogs() {
    assertThat(LogJudge.watches(WholeRunLogTest.class)).isTrue();
  }

  @Test
  void noTokenPasswordOrAddressReachedTheLogOfTheWholeRun() {
    TestPlatform.shared().get("/api/v2/collections");

    assertThat(LogWatch.lines()).as("log lines read").isPositive();
    assertThat(LogWatch.found()).isEmpty();
  }
}
