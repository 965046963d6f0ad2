package io.glebe.core.record.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import java.util.SortedSet;

/** The outcome of a write. */
public sealed interface RuleOutcome {

  /**
   * The write is accepted.
   *
   * @param after the declared, unknown and identifying attributes (id, originType); without
   *     provenance and time stamps
   * @param changed names of attributes that differ from the stored record; all of them on creation
   * @param unknown names of attributes that the catalogue does not declare
   */
  record Accepted(ObjectNode after, SortedSet<String> changed, SortedSet<String> unknown)
      implements RuleOutcome {}

  /** Nothing would change: the stored record is the answer, without a new version. */
  record Unchanged() implements RuleOutcome {}

  /** Refused; nothing is stored. */
  record Refused(Problem problem) implements RuleOutcome {}
}
