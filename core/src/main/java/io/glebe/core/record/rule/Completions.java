package io.glebe.core.record.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.Lifecycle;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.record.rule.alarm.Acknowledgement;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.farm.DefaultRegions;
import io.glebe.core.record.rule.job.Origin;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.reference.OwnerScopeResolver;
import io.glebe.core.record.rule.user.UserWriters;
import io.glebe.core.record.rule.value.TextForms;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Completes values that the body may leave out. Runs before every round of lookups; repeating it
 * changes nothing.
 */
final class Completions {
  private static final String FIELD = "fieldId";
  private static final String REGION = "regionId";
  private static final String FARM = "farmId";

  private Completions() {}

  /** Values that follow from the body and the stored record alone. */
  static void complete(Draft draft) {
    if (!draft.has(CommonAttributes.ID)) {
      draft.set(CommonAttributes.ID, draft.input().id().toString());
    }
    origin(draft);
    draft.type().lifecycle().ifPresent(l -> stamp(draft, l));
    if (draft.is("Activity")) {
      activityType(draft);
      defaultRegion(draft);
    }
    if (draft.is("Region")) {
      keepFollowed(draft);
    }
    Acknowledgement.complete(draft);
    UserWriters.invite(draft);
  }

  /** Values that follow from other records, as far as they are known. */
  static void completeReferenced(Draft draft, LookupResults results) {
    if (draft.is("Activity") && !draft.has(FIELD)) {
      draft.referredValue(REGION, FIELD, results).ifPresent(v -> draft.set(FIELD, v));
    }
    if (draft.input().verb() == RuleInput.Verb.POST) {
      posted(draft, results);
    }
    currency(draft, results);
    UserWriters.keep(draft, results);
    UserWriters.issuer(draft);
  }

  private static void origin(Draft draft) {
    boolean leftOut = !draft.has(CommonAttributes.ORIGIN_TYPE);
    if (leftOut && draft.creation() && draft.input().verb() == RuleInput.Verb.POST) {
      draft.set(CommonAttributes.ORIGIN_TYPE, Origin.ordinary(draft.input().caller().kind()));
    }
  }

  private static void stamp(Draft draft, Lifecycle lifecycle) {
    Optional<String> state = draft.text(lifecycle.attribute());
    if (state.isPresent() && draft.changed(lifecycle.attribute()) && allowed(draft, lifecycle)) {
      lifecycle
          .stampOf(state.get())
          .filter(a -> !draft.has(a))
          .ifPresent(
              a -> draft.set(a, draft.input().now().truncatedTo(ChronoUnit.MILLIS).toString()));
    }
  }

  /** Otherwise the timestamp itself could be refused, and hide that the transition is. */
  private static boolean allowed(Draft draft, Lifecycle lifecycle) {
    boolean system = draft.input().caller().kind() == RuleCaller.Kind.SYSTEM;
    Optional<String> from = draft.storedText(lifecycle.attribute());
    Optional<String> to = draft.text(lifecycle.attribute());
    return from.isEmpty() || to.isEmpty() || lifecycle.allows(from.get(), to.get(), system);
  }

  private static void activityType(Draft draft) {
    if (!draft.has("typeUri")) {
      draft.text("type").filter(TextForms::isConceptUri).ifPresent(t -> draft.set("typeUri", t));
    }
  }

  /**
   * V08: an activity on a field without a region is on the default region, also after it moves to
   * another field.
   */
  private static void defaultRegion(Draft draft) {
    Optional<UUID> field = draft.uuid(FIELD);
    Optional<UUID> left = draft.storedText(FIELD).flatMap(Draft::uuidOf);
    boolean onDefault =
        left.isPresent()
            && draft.changed(FIELD)
            && draft.uuid(REGION).equals(left.map(DefaultRegions::idOf));
    if (field.isPresent() && (!draft.has(REGION) || onDefault)) {
      draft.set(REGION, DefaultRegions.idOf(field.get()).toString());
    }
  }

  /** V05: a replacement of the default region may leave out values that equal the field's. */
  private static void keepFollowed(Draft draft) {
    boolean isDefault = draft.value("isDefault").filter(JsonNode::asBoolean).isPresent();
    if (draft.input().verb() == RuleInput.Verb.PUT && isDefault) {
      for (String attribute : DefaultRegions.FOLLOWED) {
        if (!draft.has(attribute)) {
          draft.stored().map(b -> b.get(attribute)).ifPresent(v -> draft.set(attribute, v));
        }
      }
    }
  }

  /**
   * A POST may leave out the farm when a reference implies it, and a region its field when it names
   * its parent.
   */
  private static void posted(Draft draft, LookupResults results) {
    if (draft.is("Region") && !draft.has(FIELD)) {
      draft.referredValue("parentRegionId", FIELD, results).ifPresent(v -> draft.set(FIELD, v));
    }
    boolean farmWanted = draft.type().attribute(FARM).filter(Attribute::required).isPresent();
    if (farmWanted && !draft.has(FARM)) {
      draft.references().stream()
          .filter(r -> r.attribute().type() instanceof ValueType.Reference)
          .map(Draft.Ref::fetch)
          .filter(results::contains)
          .flatMap(f -> results.answer(f).stream())
          .flatMap(f -> f.farm().stream())
          .findFirst()
          .ifPresent(f -> draft.set(FARM, f.toString()));
    }
  }

  /** V18: an amount without a currency keeps the currency it had, otherwise it gets the farm's. */
  private static void currency(Draft draft, LookupResults results) {
    for (String attribute : missingCurrencies(draft)) {
      Optional<String> known =
          draft
              .storedText(attribute)
              .or(
                  () ->
                      OwnerScopeResolver.farmRecord(draft, results)
                          .map(f -> f.document().path("defaultCurrency"))
                          .filter(JsonNode::isTextual)
                          .map(JsonNode::textValue));
      known.ifPresent(c -> draft.set(attribute, c));
    }
  }

  /**
   * Currency attributes that are missing beside an amount; in a PATCH a removed currency is
   * intended.
   */
  static List<String> missingCurrencies(Draft draft) {
    if (draft.input().verb() == RuleInput.Verb.PATCH) {
      return List.of();
    }
    return draft.type().attributes().values().stream()
        .filter(a -> draft.has(a.name()))
        .flatMap(a -> a.companion().stream())
        .filter(c -> c.kind() == Attribute.Companion.Kind.CURRENCY)
        .map(Attribute.Companion::attribute)
        .filter(c -> !draft.has(c))
        .distinct()
        .toList();
  }
}
