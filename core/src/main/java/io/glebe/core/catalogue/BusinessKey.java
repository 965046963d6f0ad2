package io.glebe.core.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Attributes whose values together are unique within the collection.
 *
 * @param members in the order of the declaration; the first one is named in the refusal
 * @param absentEqual members whose absence counts as a value; a key with any other member absent
 *     does not bind
 * @param exact whether values are compared as they are; else trimmed and without case
 */
public record BusinessKey(List<String> members, Set<String> absentEqual, boolean exact) {
  public BusinessKey {
    members = List.copyOf(members);
    absentEqual = Set.copyOf(absentEqual);
  }

  /** The form in which a value is compared. */
  public String comparable(String value) {
    return exact ? value : value.strip().toLowerCase(Locale.ROOT);
  }
}
