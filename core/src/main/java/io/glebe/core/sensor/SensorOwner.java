package io.glebe.core.sensor;

import java.util.Optional;
import java.util.UUID;

/**
 * To whom something belongs.
 *
 * @param farm the farm, if one is known
 * @param field the field on which it stands, if one is known
 * @param owner the account that made it; counts where there is no farm
 */
record SensorOwner(Optional<UUID> farm, Optional<UUID> field, String owner) {
  static SensorOwner of(String owner) {
    return new SensorOwner(Optional.empty(), Optional.empty(), owner);
  }
}
