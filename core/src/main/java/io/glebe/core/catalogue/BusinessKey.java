package io.glebe.core.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Attributes whose combined values are unique within the collection.
 *
 * @param members in the order of the declaration; an error message names the first one
 * @param absentEqual members whose absence counts as a value; the key does not apply when any other
 *     member is absent
 * @param exact whether values are compared unchanged; otherwise they are trimmed and compared
 *     without case
 */
public record BusinessKey(List<String> members, Set<String> absentEqual, boolean exact) {
  public BusinessKey {
    members = List.copyOf(members);
    absentEqual = Set.copyOf(absentEqual);
  }

  /** Returns the form of a value that is used for comparison. */
  public String comparable(String value) {
    return exact ? value : value.strip().toLowerCase(Locale.ROOT);
  }
}
