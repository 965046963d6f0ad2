package io.glebe.core.record;

import java.util.Optional;
import java.util.UUID;

/**
 * Where a record belongs for authorization: its farm, else its organization, else neither (the
 * platform, or only its creator).
 */
public record Scope(Optional<UUID> farm, Optional<UUID> organization) {
  public static final Scope NONE = new Scope(Optional.empty(), Optional.empty());

  public static Scope ofFarm(UUID farm) {
    return new Scope(Optional.of(farm), Optional.empty());
  }

  public static Scope ofOrganization(UUID organization) {
    return new Scope(Optional.empty(), Optional.of(organization));
  }

  boolean isNone() {
    return farm.isEmpty() && organization.isEmpty();
  }
}
