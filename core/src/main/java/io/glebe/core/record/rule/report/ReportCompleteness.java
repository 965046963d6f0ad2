package io.glebe.core.record.rule.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * V23: a report is submitted only when each reported record exists, belongs to its farm and is
 * complete for its kind. The requirements of plant protection follow Implementing Regulation (EU)
 * 2023/564.
 */
public final class ReportCompleteness implements Rule {
  private static final String RULE = "V23";
  private static final Set<String> ABOUT_OPERATIONS = Set.of("PLANT_PROTECTION", "FERTILISATION");

  private record Listed(String entity, UUID id, String pointer) {
    Lookup.Fetch fetch() {
      return new Lookup.Fetch(entity, id);
    }
  }

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    if (!submits(draft)) {
      return;
    }
    boolean operations = draft.text("kind").filter(ABOUT_OPERATIONS::contains).isPresent();
    for (Listed listed : listed(draft)) {
      lookups.accept(listed.fetch());
      if (operations && listed.entity().equals("Activity")) {
        lookups.accept(new Lookup.Resources(listed.id()));
      }
      animalOf(listed, results).ifPresent(lookups);
    }
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    names(draft, findings);
    if (submits(draft)) {
      listed(draft).forEach(listed -> check(draft, listed, results, findings));
    }
  }

  /** Whether the write submits a report. */
  public static boolean submits(Draft draft) {
    return draft.is("RegulatoryReport")
        && draft.changed("status")
        && draft.text("status").filter("SUBMITTED"::equals).isPresent();
  }

  private static List<Listed> listed(Draft draft) {
    List<Listed> all = new ArrayList<>();
    JsonNode records = draft.after().path("reportedRecords");
    for (int i = 0; records.isArray() && i < records.size(); i++) {
      String entity = records.get(i).path("entityType").asText("");
      Optional<UUID> id = Draft.uuidOf(records.get(i).path("entityId").asText(""));
      String pointer = Pointers.to("/reportedRecords", i);
      if (id.isPresent() && Catalogue.standard().find(entity).isPresent()) {
        all.add(new Listed(entity, id.get(), pointer));
      }
    }
    return all;
  }

  private static void names(Draft draft, Findings findings) {
    JsonNode records = draft.after().path("reportedRecords");
    boolean look = draft.is("RegulatoryReport") && records.isArray();
    for (int i = 0; look && i < records.size(); i++) {
      String entity = records.get(i).path("entityType").asText("");
      String pointer = Pointers.to("/reportedRecords", i) + "/entityType";
      if (!entity.isEmpty() && Catalogue.standard().find(entity).isEmpty()) {
        findings.invalid("V04", pointer, "there is no entity type with this name");
      }
    }
  }

  private static void check(Draft draft, Listed listed, LookupResults results, Findings findings) {
    Optional<ReferencedRecord> referenced = results.answer(listed.fetch());
    if (referenced.isEmpty()) {
      findings.invalid(
          RULE, listed.pointer(), "there is no " + listed.entity() + " " + listed.id());
    } else if (!referenced.get().farm().equals(draft.uuid("farmId"))) {
      findings.invalid(
          RULE, listed.pointer(), "the " + listed.entity() + " belongs to another farm");
    } else {
      List<String> missing = missing(draft, listed, referenced.get(), results);
      if (!missing.isEmpty()) {
        findings.invalid(
            RULE,
            listed.pointer(),
            "the " + listed.entity() + " lacks " + String.join(", ", missing));
      }
    }
  }

  private static List<String> missing(
      Draft draft, Listed listed, ReferencedRecord referenced, LookupResults results) {
    JsonNode record = referenced.document();
    return switch (draft.text("kind").orElse("") + " " + listed.entity()) {
      case "PLANT_PROTECTION Activity" ->
          operation(listed, record, results, ReportedUse.PLANT_PROTECTION);
      case "FERTILISATION Activity" -> operation(listed, record, results, ReportedUse.FERTILISER);
      case "MEDICINE_USE AnimalEvent" -> medicine(record);
      case "LIVESTOCK_REGISTER Animal", "ANIMAL_MOVEMENT Animal" ->
          record.has("officialId") ? List.of() : List.of("officialId");
      case "LIVESTOCK_REGISTER AnimalEvent", "ANIMAL_MOVEMENT AnimalEvent" ->
          movement(listed, record, results);
      default -> List.of();
    };
  }

  private static List<String> operation(
      Listed listed, JsonNode activity, LookupResults results, ReportedUse use) {
    List<String> missing = new ArrayList<>();
    if (!activity.path("status").asText().equals("COMPLETED")) {
      missing.add("status COMPLETED");
    }
    for (String attribute : List.of("executedAt", "area", "areaUnit", "cultivationPeriodId")) {
      addUnless(activity.has(attribute), attribute, missing);
    }
    addUnless(activity.has("regionId") || activity.has("fieldId"), "regionId", missing);
    List<Lookup.Resource> resources = results.answer(new Lookup.Resources(listed.id()));
    addUnless(resources.stream().anyMatch(use::fits), use.what(), missing);
    boolean who =
        resources.stream()
            .map(r -> r.document().path("kind").asText())
            .anyMatch(k -> k.equals("WORKER") || k.equals("CONTRACTOR"));
    addUnless(who, "a resource WORKER or CONTRACTOR", missing);
    return missing;
  }

  private static List<String> medicine(JsonNode event) {
    List<String> missing = new ArrayList<>();
    addUnless(event.path("kind").asText().equals("TREATMENT"), "kind TREATMENT", missing);
    addUnless(event.has("productId"), "productId", missing);
    addUnless(event.has("dose"), "dose", missing);
    addUnless(event.has("milkWithdrawalEndsAt"), "milkWithdrawalEndsAt", missing);
    addUnless(event.has("meatWithdrawalEndsAt"), "meatWithdrawalEndsAt", missing);
    return missing;
  }

  private static List<String> movement(Listed listed, JsonNode event, LookupResults results) {
    List<String> missing = new ArrayList<>();
    addUnless(event.has("occurredAt"), "occurredAt", missing);
    boolean place = event.has("siteId") || event.has("counterpartOrganizationId");
    addUnless(place, "siteId or counterpartOrganizationId", missing);
    Optional<Lookup.Fetch> animal = animalOf(listed, results);
    boolean known =
        animal
            .filter(results::contains)
            .flatMap(results::answer)
            .map(a -> a.document().has("officialId"))
            .orElse(animal.isEmpty());
    addUnless(known, "officialId of the animal", missing);
    return missing;
  }

  /** The animal of an event, once the event is known. */
  private static Optional<Lookup.Fetch> animalOf(Listed listed, LookupResults results) {
    if (!listed.entity().equals("AnimalEvent") || !results.contains(listed.fetch())) {
      return Optional.empty();
    }
    return results
        .answer(listed.fetch())
        .flatMap(e -> Draft.uuidOf(e.document().path("animalId").asText("")))
        .map(id -> new Lookup.Fetch("Animal", id));
  }

  private static void addUnless(boolean present, String name, List<String> missing) {
    if (!present) {
      missing.add(name);
    }
  }
}
