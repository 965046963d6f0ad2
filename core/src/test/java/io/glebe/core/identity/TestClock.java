package io.glebe.core.identity;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that only moves when advanced. */
final class TestClock implements InstantSource {
  private volatile Instant now = Signer.NOW;

  void advance(Duration by) {
    now = now.plus(by);
  }

  @Override
  public Instant instant() {
    return now;
  }
}
