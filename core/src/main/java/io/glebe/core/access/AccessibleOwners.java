package io.glebe.core.access;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The farms or organizations on which a caller holds a permission; lists compile it into SQL as
 * {@code $1 OR farm_id = ANY($2)}.
 *
 * @param everything no limit: {@code ids} says nothing then
 * @param ids the farms or organizations, in order
 */
public record AccessibleOwners(boolean everything, Set<UUID> ids) {
  /** No limit. */
  public static final AccessibleOwners EVERYTHING = new AccessibleOwners(true, Set.of());

  /** Nothing at all. */
  public static final AccessibleOwners NOTHING = new AccessibleOwners(false, Set.of());

  public AccessibleOwners {
    ids = Collections.unmodifiableSet(new TreeSet<>(ids));
  }

  /** Whether the farm or organization lies within. */
  public boolean contains(UUID id) {
    return everything || ids.contains(id);
  }

  /** Whether nothing lies within, so that a list is empty without a query. */
  public boolean isEmpty() {
    return !everything && ids.isEmpty();
  }

  /** The ids as an array for a query parameter; a fresh one each time. */
  public UUID[] array() {
    return ids.toArray(UUID[]::new);
  }
}
