package io.glebe.core.cube.series;

import io.glebe.core.access.SubjectId;
import io.glebe.core.admission.SharedPlaces;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * What a series holds until it ends: its memory and, with a large area, its place among them. Steps
 * of a series follow each other, so one thread at a time.
 */
final class SeriesHoldings implements AutoCloseable {
  private final LeasedMemory memory;
  private volatile Optional<SharedPlaces.Place> place = Optional.empty();

  SeriesHoldings(LeasedMemory memory) {
    this.memory = memory;
  }

  LeasedMemory memory() {
    return memory;
  }

  /** Waits for a place and holds it. */
  Future<Void> take(SharedPlaces places, SubjectId caller) {
    return places
        .inTurn(caller)
        .place()
        .map(
            given -> {
              place = Optional.of(given);
              return null;
            });
  }

  @Override
  public void close() {
    memory.close();
    place.ifPresent(SharedPlaces.Place::close);
  }
}
