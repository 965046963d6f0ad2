package io.glebe.core.record.rule.reference;

import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.Constraint;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.config.Nearest;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.rule.report.ReportCompleteness;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * V04: a new reference names an existing record of the right entity type that the caller has access
 * to, on the same farm, or, for entity types shared in an organization, on a farm of the same
 * organization. Unchanged references are not checked again. The same applies to the records that a
 * report lists; V23 asks for more when the report is submitted.
 */
public final class ReferencesHold implements Rule {
  private static final String RULE = "V04";

  /** Entity types whose records can be referenced from any farm with access. */
  private static final Set<String> BY_REACH = Set.of("Farm");

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    for (Draft.Ref ref : draft.references()) {
      if (Catalogue.standard().find(ref.entity()).isPresent()) {
        lookups.accept(ref.fetch());
      }
    }
    newlyListed(draft).forEach(ref -> lookups.accept(ref.fetch()));
    OwnerScopeResolver.farm(draft, results)
        .ifPresent(f -> lookups.accept(new Lookup.Fetch("Farm", f)));
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    entityNames(draft, findings);
    for (Draft.Ref ref : draft.references()) {
      Optional<EntityType> target = Catalogue.standard().find(ref.entity());
      boolean fresh = changed(draft, ref) || retyped(draft, ref);
      if (target.isPresent() && fresh && !findings.faulty(ref.pointer())) {
        check(draft, ref, target.get(), results, findings);
      }
    }
    for (Draft.Ref ref : newlyListed(draft)) {
      if (!findings.faulty(ref.pointer())) {
        check(draft, ref, Catalogue.standard().get(ref.entity()), results, findings);
      }
    }
  }

  private static List<Draft.Ref> newlyListed(Draft draft) {
    if (ReportCompleteness.submits(draft)) {
      return List.of();
    }
    Set<Lookup.Fetch> stored = draft.storedListed();
    return draft.listed().stream()
        .filter(ref -> Catalogue.standard().find(ref.entity()).isPresent())
        .filter(ref -> !stored.contains(ref.fetch()))
        .toList();
  }

  private static void check(
      Draft draft, Draft.Ref ref, EntityType target, LookupResults results, Findings findings) {
    Optional<ReferencedRecord> referenced = results.answer(ref.fetch());
    if (referenced.isEmpty()) {
      findings.invalid(RULE, ref.pointer(), absent(target, ref.id()));
    } else if (ref.id().equals(draft.input().id()) && !hierarchical(draft, ref)) {
      findings.invalid(RULE, ref.pointer(), "a record must not refer to itself");
    } else {
      reach(draft, target, referenced.get(), results)
          .ifPresent(f -> findings.invalid(RULE, ref.pointer(), f));
    }
  }

  private static String absent(EntityType target, UUID id) {
    return "there is no " + target + " " + id + (isPerson(target) ? " within reach" : "");
  }

  /** The existence of a person without access is not revealed. */
  private static boolean isPerson(EntityType target) {
    return target.name().equals("User");
  }

  /** In an array, entries that existed before are unchanged. */
  private static boolean changed(Draft draft, Draft.Ref ref) {
    String name = ref.attribute().name();
    boolean was =
        ref.attribute().many()
            && draft.stored().isPresent()
            && draft
                .stored()
                .get()
                .path(name)
                .valueStream()
                .anyMatch(value -> value.asText("").equals(ref.id().toString()));
    return draft.changed(name) && !was;
  }

  /** Whether the reference now names a record of another entity type. */
  private static boolean retyped(Draft draft, Draft.Ref ref) {
    return ref.attribute().type() instanceof ValueType.AnyReference any
        && draft.changed(any.typeAttribute());
  }

  /** A reference to itself in a hierarchy is reported as a cycle. */
  private static boolean hierarchical(Draft draft, Draft.Ref ref) {
    return draft.type().constraints().stream()
        .anyMatch(
            c -> c instanceof Constraint.Acyclic a && a.reference().equals(ref.attribute().name()));
  }

  private static Optional<String> reach(
      Draft draft, EntityType target, ReferencedRecord referenced, LookupResults results) {
    Optional<UUID> own = OwnerScopeResolver.farm(draft, results);
    boolean elsewhere =
        own.isPresent()
            && referenced.farm().isPresent()
            && !BY_REACH.contains(target.name())
            && !own.equals(referenced.farm());
    if (elsewhere && target.sharedInOrganization()) {
      boolean sameOrganization =
          referenced.organization().isPresent()
              && referenced.organization().equals(OwnerScopeResolver.organization(draft, results));
      return sameOrganization
          ? Optional.empty()
          : Optional.of("the " + target + " belongs to another organization");
    }
    if (elsewhere) {
      return Optional.of("the " + target + " belongs to another farm");
    }
    if (referenced.reachable()) {
      return draft.is("AccessAssignment") && target.name().equals("Role")
          ? ofOtherOrganization(draft, referenced, results)
          : Optional.empty();
    }
    return Optional.of(
        isPerson(target)
            ? absent(target, referenced.id())
            : "the " + target + " is out of reach of the caller");
  }

  /**
   * A role of the platform can be assigned on every farm, a role of an organization on its own
   * farms.
   */
  private static Optional<String> ofOtherOrganization(
      Draft draft, ReferencedRecord role, LookupResults results) {
    boolean other =
        role.organization().isPresent()
            && !role.organization().equals(OwnerScopeResolver.organization(draft, results));
    return other ? Optional.of("the Role belongs to another organization") : Optional.empty();
  }

  /** Attributes that name the entity type of a reference beside them name an existing one. */
  private static void entityNames(Draft draft, Findings findings) {
    draft.type().attributes().values().stream()
        .filter(a -> a.type() instanceof ValueType.AnyReference)
        .map(a -> ((ValueType.AnyReference) a.type()).typeAttribute())
        .filter(name -> draft.text(name).isPresent())
        .filter(name -> Catalogue.standard().find(draft.text(name).orElseThrow()).isEmpty())
        .forEach(
            name ->
                findings.invalid(
                    RULE,
                    Pointers.to(name),
                    "there is no entity type with this name" + hint(draft, name)));
  }

  private static String hint(Draft draft, String attribute) {
    List<String> names = Catalogue.standard().types().stream().map(EntityType::name).toList();
    return Nearest.hint(draft.text(attribute).orElseThrow(), names);
  }
}
