package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.thread.CallerPromise;
import io.glebe.core.trace.Span;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A write in the queue.
 *
 * @param keys the records that it may change, as far as known before planning
 * @param weight approximate number of characters of its body
 * @param single whether it gets a group of its own, in which it may wait for a lock
 * @param span of its trace
 */
record PendingWrite(
    WriteRequest request,
    RuleInput.Verb verb,
    Set<RecordKey> keys,
    long weight,
    boolean single,
    Optional<Span> span,
    CallerPromise<WriteResult> result) {
  /** Characters of a number, a truth value or punctuation. */
  private static final int SMALL = 8;

  static PendingWrite of(WriteRequest request, RuleInput.Verb verb) {
    Set<RecordKey> keys = new HashSet<>(CompanionRecords.keys(request.key()));
    keys.add(request.key());
    return new PendingWrite(
        request, verb, keys, weight(request.body()), false, Span.current(), new CallerPromise<>());
  }

  /** The same write in a group of its own. */
  PendingWrite inOwnGroup() {
    return new PendingWrite(request, verb, keys, weight, true, span, result);
  }

  private static long weight(JsonNode node) {
    long weight = SMALL;
    if (node.isTextual()) {
      weight += node.textValue().length();
    }
    for (JsonNode child : node) {
      weight += weight(child);
    }
    return weight;
  }
}
