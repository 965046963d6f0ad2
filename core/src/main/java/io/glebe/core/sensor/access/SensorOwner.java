package io.glebe.core.sensor.access;

import java.util.Optional;
import java.util.UUID;

/**
 * To whom something belongs.
 *
 * @param farm the farm, if one is known
 * @param field the field on which it stands, if one is known
 * @param owner the account that made it; counts where there is no farm
 */
public record SensorOwner(Optional<UUID> farm, Optional<UUID> field, String owner) {
  public static SensorOwner of(String owner) {
    return new SensorOwner(Optional.empty(), Optional.empty(), owner);
  }
}
