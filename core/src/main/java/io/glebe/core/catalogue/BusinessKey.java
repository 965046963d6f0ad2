package io.glebe.core.catalogue;

import java.util.List;
import java.util.Set;

/**
 * Attributes whose values together are unique within the collection, compared trimmed and without
 * case.
 *
 * @param members in the order of the declaration; the first one is named in the refusal
 * @param absentEqual members whose absence counts as a value; a key with any other member absent
 *     does not bind
 */
public record BusinessKey(List<String> members, Set<String> absentEqual) {
  public BusinessKey {
    members = List.copyOf(members);
    absentEqual = Set.copyOf(absentEqual);
  }
}
