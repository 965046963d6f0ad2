package io.glebe.core.record.table;

import java.util.Optional;
import java.util.UUID;

/**
 * The owner of a record for authorization: its farm, otherwise its organization, otherwise neither
 * (the platform, or only the creator).
 */
public record RecordOwner(Optional<UUID> farm, Optional<UUID> organization) {
  public static final RecordOwner NONE = new RecordOwner(Optional.empty(), Optional.empty());

  public static RecordOwner ofFarm(UUID farm) {
    return new RecordOwner(Optional.of(farm), Optional.empty());
  }

  public static RecordOwner ofOrganization(UUID organization) {
    return new RecordOwner(Optional.empty(), Optional.of(organization));
  }

  public boolean isNone() {
    return farm.isEmpty() && organization.isEmpty();
  }
}
