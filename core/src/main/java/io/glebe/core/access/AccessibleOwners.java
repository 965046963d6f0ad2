package io.glebe.core.access;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The farms or the organizations on which a caller holds a permission.
 *
 * @param everything all of them; {@code ids} is empty then
 * @param ids the farms or organizations, sorted
 */
public record AccessibleOwners(boolean everything, Set<UUID> ids) {
  /** All farms or organizations. */
  public static final AccessibleOwners EVERYTHING = new AccessibleOwners(true, Set.of());

  /** No farm or organization. */
  public static final AccessibleOwners NOTHING = new AccessibleOwners(false, Set.of());

  public AccessibleOwners {
    ids = Collections.unmodifiableSet(new TreeSet<>(ids));
  }

  /** Whether the farm or organization is included. */
  public boolean contains(UUID id) {
    return everything || ids.contains(id);
  }

  /** Whether none is included, so that a list is empty without a query. */
  public boolean isEmpty() {
    return !everything && ids.isEmpty();
  }

  /** Those that pass the condition; all of them stay all. */
  public AccessibleOwners part(Predicate<UUID> included) {
    return everything
        ? this
        : new AccessibleOwners(
            false, ids.stream().filter(included).collect(Collectors.toUnmodifiableSet()));
  }

  /** The ids as a new array, for a query parameter. */
  public UUID[] array() {
    return ids.toArray(UUID[]::new);
  }
}
