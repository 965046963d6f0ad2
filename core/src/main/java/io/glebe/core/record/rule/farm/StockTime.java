package io.glebe.core.record.rule.farm;

import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Instants;
import java.time.Duration;

/** V13: a stock movement is at most one day ahead of the server's time. */
public final class StockTime implements Rule {
  private static final Duration AHEAD = Duration.ofHours(24);

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (draft.is("StockMovement") && draft.changed("occurredAt")) {
      draft
          .text("occurredAt")
          .flatMap(Instants::timestamp)
          .filter(t -> t.isAfter(draft.input().now().plus(AHEAD)))
          .ifPresent(
              _ ->
                  findings.invalid(
                      "V13", "/occurredAt", "the movement lies more than 24 hours ahead of now"));
    }
  }
}
