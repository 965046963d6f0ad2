package io.glebe.core.record.rule.farm;

import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Consumer;

/** V24: the shares of the components of a ration add up to at most 100 percent. */
public final class RationShares implements Rule {
  private static final BigDecimal WHOLE = BigDecimal.valueOf(100);

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    lookup(draft).ifPresent(lookups);
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    lookup(draft)
        .filter(results::contains)
        .map(results::answer)
        .map(others -> others.add(draft.number("rationShare").orElseThrow()))
        .filter(sum -> sum.compareTo(WHOLE) > 0)
        .ifPresent(
            sum ->
                findings.invalid(
                    "V24",
                    "/rationShare",
                    "the shares of the ration would add up to "
                        + sum.toPlainString()
                        + " percent"));
  }

  private static Optional<Lookup.SiblingShares> lookup(Draft draft) {
    boolean counts =
        draft.is("FeedRationComponent")
            && draft.changed("rationShare")
            && draft.number("rationShare").isPresent();
    return counts
        ? draft
            .uuid("feedRationId")
            .map(ration -> new Lookup.SiblingShares(ration, draft.input().id()))
        : Optional.empty();
  }
}
