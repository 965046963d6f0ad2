package io.glebe.api.http.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class HttpDateTest {
  @Test
  void theDateHasTheFormOfHttpAndFollowsTheClock() {
    AtomicReference<Instant> clock =
        new AtomicReference<>(Instant.parse("2026-03-01T09:05:07.900Z"));
    HttpDate date = new HttpDate(clock::get);
    assertThat(date.now().toString()).isEqualTo("Sun, 01 Mar 2026 09:05:07 GMT");
    assertThat((Object) date.now()).as("written once").isSameAs(date.now());
    clock.set(Instant.parse("2026-03-01T09:05:08Z"));
    assertThat(date.now().toString()).isEqualTo("Sun, 01 Mar 2026 09:05:08 GMT");
  }
}
