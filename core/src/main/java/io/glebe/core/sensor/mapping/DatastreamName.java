package io.glebe.core.sensor.mapping;

import java.util.Optional;
import java.util.UUID;

/**
 * How the mapping of an account names a Datastream.
 *
 * @param farm of the Thing; empty for a Thing of the account itself
 */
record DatastreamName(Optional<UUID> farm, String thing, String datastream) {
  /** Stands for no farm in the key of the table. */
  private static final UUID NO_FARM = new UUID(0, 0);

  static DatastreamName stored(UUID farm, String thing, String datastream) {
    return new DatastreamName(
        farm.equals(NO_FARM) ? Optional.empty() : Optional.of(farm), thing, datastream);
  }

  UUID storedFarm() {
    return farm.orElse(NO_FARM);
  }
}
