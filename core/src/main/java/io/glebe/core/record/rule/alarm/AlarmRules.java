package io.glebe.core.record.rule.alarm;

import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * V32: an alarm rule names a datastream of its own farm whose observations the caller may read, and
 * a farm has a limited number of rules. What each kind of rule needs is declared in the catalogue.
 */
public final class AlarmRules implements Rule {
  private static final String RULE = "V32";
  private static final String DATASTREAM = "datastreamId";

  /** The largest whole number that JSON numbers carry exactly. */
  private static final BigDecimal LARGEST_ID = BigDecimal.valueOf(9_007_199_254_740_991L);

  private static final String READ = "observation:read";

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    datastream(draft).ifPresent(lookups);
    number(draft).ifPresent(lookups);
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    datastream(draft).ifPresent(lookup -> checkDatastream(draft, results, findings, lookup));
    number(draft)
        .filter(results::contains)
        .map(results::answer)
        .filter(others -> others >= draft.settings().alarmRules())
        .ifPresent(
            others ->
                findings.invalid(
                    RULE,
                    "/farmId",
                    "a farm has at most " + draft.settings().alarmRules() + " alarm rules"));
  }

  /** The same sentence for a datastream of another farm and for none. */
  private static void checkDatastream(
      Draft draft, LookupResults results, Findings findings, Lookup.DatastreamOfFarm lookup) {
    boolean readable = draft.input().caller().rights().onFarm(lookup.farm(), READ);
    if (!readable) {
      findings.invalid(RULE, "/" + DATASTREAM, "a rule of a datastream needs " + READ);
    } else if (results.contains(lookup) && !results.answer(lookup)) {
      findings.invalid(RULE, "/" + DATASTREAM, "the farm has no datastream with this id");
    }
  }

  private static Optional<Lookup.DatastreamOfFarm> datastream(Draft draft) {
    if (!draft.is(EntityNames.ALARM_RULE) || !draft.changed(DATASTREAM)) {
      return Optional.empty();
    }
    Optional<UUID> farm = draft.uuid("farmId");
    return draft
        .number(DATASTREAM)
        .filter(AlarmRules::isId)
        .flatMap(id -> farm.map(f -> new Lookup.DatastreamOfFarm(id.longValueExact(), f)));
  }

  private static boolean isId(BigDecimal number) {
    return number.signum() > 0
        && number.compareTo(LARGEST_ID) <= 0
        && number.stripTrailingZeros().scale() <= 0;
  }

  private static Optional<Lookup.RecordsOfFarm> number(Draft draft) {
    return draft.is(EntityNames.ALARM_RULE) && draft.creation()
        ? draft
            .uuid("farmId")
            .map(farm -> new Lookup.RecordsOfFarm(EntityNames.ALARM_RULE, farm, draft.input().id()))
        : Optional.empty();
  }
}
