package io.glebe.api.abuse;

import java.time.Duration;
import java.util.Locale;

/** What the good client does, with the interval between two of them. */
enum GoodRequest {
  CACHED_TILE(50),
  UNCACHED_TILE(250),
  RECORD(100),
  MQTT(100),
  CONNECTION(200);

  private final Duration interval;

  GoodRequest(long millis) {
    interval = Duration.ofMillis(millis);
  }

  Duration interval() {
    return interval;
  }

  @Override
  public String toString() {
    return this == MQTT ? "MQTT" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
