package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.rule.report.ReportedUse;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule V23: a report is submitted only with records that are complete for its kind. */
class ReportCompletenessTest {
  private static final UUID RESOURCE = UUID.fromString("22222222-2222-4222-8222-222222222222");
  private static final UUID LABOUR = UUID.fromString("33333333-3333-4333-8333-333333333333");
  private final RuleFixture bench = new RuleFixture(3);

  private RuleOutcome submit(String kind, String entity) {
    ObjectNode report = bench.samples.minimal("RegulatoryReport");
    report.put("status", "DRAFT").put("kind", kind);
    report.put("startsAt", "2026-01-01").put("endsAt", "2026-12-31");
    report
        .putArray("reportedRecords")
        .addObject()
        .put("entityType", entity)
        .put("entityId", bench.samples.id(entity).toString());
    bench.records.put("RegulatoryReport", report);
    return bench.patch("RegulatoryReport", "{\"status\":\"SUBMITTED\"}");
  }

  private void lacks(String kind, String entity, String missing) {
    Problem refusal = RuleFixture.refused(submit(kind, entity));
    assertThat(refusal.violations())
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.rule()).isEqualTo("V23");
              assertThat(v.where()).isEqualTo("/reportedRecords/0");
              assertThat(v.detail()).isEqualTo("the " + entity + " lacks " + missing);
            });
  }

  private void stored(String entity, String json) {
    ObjectNode record = bench.samples.of(entity);
    record.setAll(Json.parseObject(json.replace('\'', '"')));
    record.properties().removeIf(e -> e.getValue().isNull());
    bench.records.put(entity, record);
  }

  private void resource(UUID id, String json) {
    ObjectNode resource = Json.parseObject(json.replace('\'', '"'));
    resource.put("id", id.toString());
    resource.put("activityId", bench.samples.id("Activity").toString());
    bench.records.put("ActivityResource", resource);
  }

  /** Stores an operation with all attributes that its report needs, with a product of that kind. */
  private void operation(String product) {
    stored(
        "Activity",
        "{'status':'COMPLETED','executedAt':'2026-05-01T05:00:00Z','area':3,'areaUnit':'ha','regionId':'"
            + bench.samples.id("Region")
            + "','cultivationPeriodId':'"
            + bench.samples.id("CultivationPeriod")
            + "'}");
    stored("Product", product);
    resource(RESOURCE, product("'quantity':2,'unit':'l'"));
    resource(LABOUR, "{'kind':'CONTRACTOR'}");
    bench.records.remove("ActivityResource", bench.samples.id("ActivityResource"));
  }

  private String product(String amount) {
    return "{'kind':'PRODUCT','productId':'" + bench.samples.id("Product") + "'," + amount + "}";
  }

  private void spraying() {
    operation("{'kind':'PLANT_PROTECTION','registrationNumber':'00X-00'}");
  }

  @Test
  void aDocumentedSprayingIsReported() {
    spraying();
    RuleFixture.accepted(submit("PLANT_PROTECTION", "Activity"));
    resource(RESOURCE, product("'rate':2,'rateUnit':'l/ha'"));
    RuleFixture.accepted(submit("PLANT_PROTECTION", "Activity"));
    stored(
        "Activity",
        bench
            .records
            .find("Activity", bench.samples.id("Activity"))
            .orElseThrow()
            .put("status", "PLANNED")
            .toString());
    lacks("PLANT_PROTECTION", "Activity", "status COMPLETED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"executedAt", "area", "areaUnit", "cultivationPeriodId"})
  void aSprayingNeedsTimeAreaAndCrop(String attribute) {
    spraying();
    bench.records.find("Activity", bench.samples.id("Activity")).orElseThrow().remove(attribute);
    lacks("PLANT_PROTECTION", "Activity", attribute);
  }

  @Test
  void aSprayingNeedsAFieldOrARegion() {
    spraying();
    ObjectNode activity =
        bench.records.find("Activity", bench.samples.id("Activity")).orElseThrow();
    activity.remove("regionId");
    activity.put("fieldId", bench.samples.id("Field").toString());
    RuleFixture.accepted(submit("PLANT_PROTECTION", "Activity"));
    activity.remove("fieldId");
    lacks("PLANT_PROTECTION", "Activity", "regionId");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'kind':'PLANT_PROTECTION','registrationNumber':null} | 'quantity':2,'unit':'l'",
        "{'kind':'SEED','registrationNumber':'00X-00'}         | 'quantity':2,'unit':'l'",
        "{'kind':'PLANT_PROTECTION','registrationNumber':'1'}  | 'quantity':2",
        "{'kind':'PLANT_PROTECTION','registrationNumber':'1'}  | 'rate':2,'unit':'l'",
      })
  void aSprayingNeedsARegisteredProductWithItsAmount(String product, String amount) {
    spraying();
    stored("Product", product);
    resource(RESOURCE, product(amount));
    lacks("PLANT_PROTECTION", "Activity", ReportedUse.PLANT_PROTECTION.what());
  }

  @Test
  void aSprayingNeedsItsOperator() {
    spraying();
    resource(LABOUR, "{'kind':'MACHINE'}");
    lacks("PLANT_PROTECTION", "Activity", "a resource WORKER or CONTRACTOR");
    resource(LABOUR, "{'kind':'WORKER'}");
    RuleFixture.accepted(submit("PLANT_PROTECTION", "Activity"));
  }

  @Test
  void aFertilisationNeedsAFertiliserWithItsNutrients() {
    String nutrients = "'nutrients':[{'nutrient':'N','share':27}]}";
    operation("{'kind':'FERTILISER'," + nutrients);
    RuleFixture.accepted(submit("FERTILISATION", "Activity"));
    stored("Product", "{'kind':'ORGANIC_FERTILISER'," + nutrients);
    RuleFixture.accepted(submit("FERTILISATION", "Activity"));
    stored("Product", "{'kind':'FERTILISER','nutrients':[]}");
    lacks("FERTILISATION", "Activity", ReportedUse.FERTILISER.what());
    stored("Product", "{'kind':'PLANT_PROTECTION','registrationNumber':'1'," + nutrients);
    lacks("FERTILISATION", "Activity", ReportedUse.FERTILISER.what());
  }

  @Test
  void aUseOfMedicineNeedsProductDoseAndTheEndsOfBothWithdrawals() {
    stored(
        "AnimalEvent",
        "{'kind':'TREATMENT','productId':'"
            + bench.samples.id("Product")
            + "','dose':5,'doseUnit':'ml','milkWithdrawalEndsAt':'2026-06-01','meatWithdrawalEndsAt':'2026-07-01'}");
    RuleFixture.accepted(submit("MEDICINE_USE", "AnimalEvent"));
    stored(
        "AnimalEvent",
        "{'kind':'OTHER','productId':null,'dose':null,'milkWithdrawalEndsAt':null,'meatWithdrawalEndsAt':null}");
    lacks(
        "MEDICINE_USE",
        "AnimalEvent",
        "kind TREATMENT, productId, dose, milkWithdrawalEndsAt, meatWithdrawalEndsAt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LIVESTOCK_REGISTER", "ANIMAL_MOVEMENT"})
  void anAnimalIsReportedWithItsOfficialId(String kind) {
    stored("Animal", "{'officialId':'SI 1234 5678'}");
    RuleFixture.accepted(submit(kind, "Animal"));
    stored("Animal", "{'officialId':null}");
    lacks(kind, "Animal", "officialId");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LIVESTOCK_REGISTER", "ANIMAL_MOVEMENT"})
  void aMovementIsReportedWithTimePlaceAndAnimal(String kind) {
    String animal = "'animalId':'" + bench.samples.id("Animal") + "'";
    String time = "'occurredAt':'2026-05-01T05:00:00Z'";
    stored("Animal", "{'officialId':'SI 1234 5678'}");
    String site = "'siteId':'" + bench.samples.id("Site") + "','counterpartOrganizationId':null";
    stored("AnimalEvent", "{" + animal + "," + time + "," + site + "}");
    RuleFixture.accepted(submit(kind, "AnimalEvent"));
    String other =
        "'siteId':null,'counterpartOrganizationId':'" + bench.samples.id("Organization") + "'";
    stored("AnimalEvent", "{" + animal + "," + time + "," + other + "}");
    RuleFixture.accepted(submit(kind, "AnimalEvent"));
    stored("Animal", "{'officialId':null}");
    lacks(kind, "AnimalEvent", "officialId of the animal");
    stored(
        "AnimalEvent",
        "{" + animal + ",'occurredAt':null,'siteId':null,'counterpartOrganizationId':null}");
    lacks(
        kind,
        "AnimalEvent",
        "occurredAt, siteId or counterpartOrganizationId, officialId of the animal");
  }

  @Test
  void otherKindsNeedOnlyAnExistingRecord() {
    stored("Animal", "{'officialId':null}");
    RuleFixture.accepted(submit("WATER_USE", "Animal"));
    RuleFixture.accepted(submit("MEDICINE_USE", "Site"));
  }

  @Test
  void aRecordOfAnUnknownEntityIsRefusedEvenInADraft() {
    RuleOutcome verdict =
        bench.patch(
            "RegulatoryReport",
            "{\"status\":\"READY\",\"reportedRecords\":[{\"entityType\":\"Spaceship\",\"entityId\":\""
                + RESOURCE
                + "\"}]}");
    assertThat(RuleFixture.faults(verdict)).contains("V04 /reportedRecords/0/entityType");
  }
}
