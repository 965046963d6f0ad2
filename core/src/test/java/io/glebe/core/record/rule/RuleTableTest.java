package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.rule.draft.Write;
import io.glebe.core.record.rule.farm.DefaultRegions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule once accepted and once refused, with problem type, rule and place. */
class RuleTableTest {
  private static final UUID OTHER = UUID.fromString("22222222-2222-4222-8222-222222222222");
  private static final UUID JOB = UUID.fromString("33333333-3333-4333-8333-333333333333");

  /** A write on a fresh sample farm. */
  interface Act extends Function<RuleBench, RuleOutcome> {}

  private static Arguments accepts(String what, Act act) {
    return Arguments.of("accepted: " + what, act, "", List.of());
  }

  private static Arguments refuses(String what, Act act, String slug, String... faults) {
    return Arguments.of("refused: " + what, act, slug, List.of(faults));
  }

  private static Arguments invalid(String what, Act act, String... faults) {
    return refuses(what, act, "invalid-record", faults);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "identityAndOrigin",
    "jobs",
    "references",
    "places",
    "states",
    "keys",
    "constraints",
    "reports",
    "payloads",
    "rights",
    "files"
  })
  void theTableHolds(String name, Act act, String slug, List<String> faults) {
    RuleOutcome verdict = act.apply(new RuleBench(3));
    assertThat(RuleBench.faults(verdict)).as(name).containsExactlyElementsOf(faults);
    if (slug.isEmpty()) {
      assertThat(verdict).isInstanceOf(RuleOutcome.Accepted.class);
    } else {
      assertThat(RuleBench.refused(verdict).type().slug()).isEqualTo(slug);
    }
  }

  private static ObjectNode with(ObjectNode record, String json) {
    record.setAll(Json.parseObject(json));
    return record;
  }

  private static ObjectNode without(ObjectNode record, String... attributes) {
    record.remove(List.of(attributes));
    return record;
  }

  private static ObjectNode minimal(RuleBench b, String entity) {
    b.fresh(entity);
    return b.samples.minimal(entity);
  }

  private static String id(RuleBench b, String entity) {
    return b.samples.id(entity).toString();
  }

  static Stream<Arguments> identityAndOrigin() {
    return Stream.of(
        invalid(
            "V01 a PUT without id",
            b ->
                b.write(
                    "Farm",
                    b.samples.id("Farm"),
                    Write.Verb.PUT,
                    without(minimal(b, "Farm"), "id")),
            "V01 /id"),
        invalid(
            "V01 an id in upper case",
            b ->
                b.write(
                    "Farm",
                    b.samples.id("Farm"),
                    Write.Verb.PUT,
                    with(minimal(b, "Farm"), "{\"id\":\"A7A81344-7715-5594-8E60-FE9F24E2B2F2\"}")),
            "V01 /id"),
        invalid(
            "V01 another id in a PATCH",
            b -> b.patch("Farm", "{\"id\":\"" + OTHER + "\"}"),
            "V01 /id"),
        invalid(
            "V01 a foreign @type",
            b -> b.patch("Farm", "{\"@type\":\"Field\",\"name\":\"x\"}"),
            "V01 /@type"),
        accepts(
            "V01 fitting keywords of linked data",
            b ->
                b.patch(
                    "Farm",
                    "{\"@type\":\"Farm\",\"@id\":\"urn:uuid:"
                        + id(b, "Farm")
                        + "\",\"name\":\"x\"}")),
        accepts("V01 a POST without id", b -> b.post("Farm", without(minimal(b, "Farm"), "id"))),
        invalid(
            "V02 no originType in a PUT",
            b -> b.put("Farm", without(minimal(b, "Farm"), "originType")),
            "V02 /originType"),
        accepts(
            "V02 no originType in a POST",
            b -> b.post("Farm", without(minimal(b, "Farm"), "originType"))),
        invalid(
            "V02 SYSTEM from a person",
            b -> b.put("Farm", with(minimal(b, "Farm"), "{\"originType\":\"SYSTEM\"}")),
            "V02 /originType"),
        invalid(
            "V02 an unknown origin",
            b -> b.put("Farm", with(minimal(b, "Farm"), "{\"originType\":\"GUESS\"}")),
            "V02 /originType"),
        invalid(
            "V02 a change of origin",
            b -> b.patch("Farm", "{\"originType\":\"IMPORT\"}"),
            "V02 /originType"),
        invalid(
            "V02 removal of the origin",
            b -> b.patch("Farm", "{\"originType\":null}"),
            "V02 /originType"),
        accepts(
            "V02 a replacement without origin",
            b ->
                b.put(
                    "Farm",
                    with(without(b.samples.of("Farm"), "originType"), "{\"name\":\"New name\"}"))),
        accepts(
            "V27 server-set attributes are ignored",
            b -> b.patch("Farm", "{\"createdAt\":\"x\",\"clientId\":7,\"name\":\"New\"}")),
        accepts("V27 unknown attributes are kept", b -> b.patch("Farm", "{\"soilMap\":{\"a\":1}}")),
        invalid(
            "V27 unknown attributes where they are refused",
            b -> {
              b.settings = new RuleSettings(true, false, "http://localhost:8080", "", "");
              return b.patch("Farm", "{\"soilMap\":{\"a\":1}}");
            },
            "V27 /soilMap"));
  }

  private static RuleBench withJob(RuleBench b, String json) {
    ObjectNode job =
        Json.object()
            .put("id", JOB.toString())
            .put("status", "RUNNING")
            .put("serviceId", id(b, "ProcessingService"));
    job.put("clientId", "test-app").put("createdByUserId", RuleBench.PERSON.toString());
    b.records.put("ProcessingJob", with(job, json));
    b.job = Optional.of(JOB);
    return b;
  }

  private static ObjectNode imported(RuleBench b) {
    return with(minimal(b, "Site"), "{\"originType\":\"IMPORT\"}");
  }

  static Stream<Arguments> jobs() {
    return Stream.of(
        invalid(
            "V03 an import without job", b -> b.put("Site", imported(b)), "V03 Processing-Job-Id"),
        accepts("V03 an import with a job", b -> withJob(b, "{}").put("Site", imported(b))),
        invalid(
            "V03 an unknown job",
            b -> {
              b.job = Optional.of(OTHER);
              return b.put("Site", imported(b));
            },
            "V03 Processing-Job-Id"),
        invalid(
            "V30 an ended job",
            b -> withJob(b, "{\"status\":\"COMPLETED\"}").put("Site", imported(b)),
            "V30 Processing-Job-Id"),
        invalid(
            "V03 a job of another client",
            b -> withJob(b, "{\"clientId\":\"other\"}").put("Site", imported(b)),
            "V03 Processing-Job-Id"),
        invalid(
            "V03 a job of another person",
            b -> withJob(b, "{\"createdByUserId\":\"" + OTHER + "\"}").put("Site", imported(b)),
            "V03 Processing-Job-Id"),
        invalid(
            "V03 a job of another farm",
            b -> withJob(b, "{\"farmId\":\"" + OTHER + "\"}").put("Site", imported(b)),
            "V03 Processing-Job-Id"),
        invalid(
            "V03 a client changes without job",
            b -> {
              b.caller = RuleBenchCallers.caller(RuleCaller.Kind.CLIENT);
              return b.patch("Site", "{\"name\":\"n\"}");
            },
            "V03 Processing-Job-Id"),
        accepts("V03 a person corrects without job", b -> b.patch("Site", "{\"name\":\"n\"}")),
        accepts(
            "V03 the job itself needs none",
            b ->
                b.put(
                    "ProcessingJob",
                    with(minimal(b, "ProcessingJob"), "{\"originType\":\"SERVICE\"}"))),
        invalid(
            "V02 a device creates as USER",
            b -> {
              b.caller = RuleBenchCallers.caller(RuleCaller.Kind.DEVICE);
              return withJob(b, "{}").put("Site", minimal(b, "Site"));
            },
            "V02 /originType"),
        invalid(
            "V30 a job that finishes before it starts",
            b ->
                b.put(
                    "ProcessingJob",
                    with(
                        minimal(b, "ProcessingJob"),
                        "{\"status\":\"RUNNING\",\"startedAt\":\"2026-05-02T00:00:00Z\",\"finishedAt\":\"2026-05-01T00:00:00Z\"}")),
            "V30 /finishedAt"));
  }

  private static ObjectNode secondFarm(RuleBench b, String organization) {
    ObjectNode farm =
        Json.object()
            .put("id", OTHER.toString())
            .put("name", "Other")
            .put("organizationId", organization);
    b.records.put("Farm", farm);
    return farm;
  }

  private static String strange(RuleBench b, String entity, String organization) {
    secondFarm(b, organization);
    ObjectNode record =
        with(b.samples.of(entity), "{\"id\":\"" + JOB + "\",\"farmId\":\"" + OTHER + "\"}");
    b.records.put(entity, record);
    return JOB.toString();
  }

  static Stream<Arguments> references() {
    return Stream.of(
        invalid(
            "V04 a reference to nothing",
            b -> b.patch("Task", "{\"fieldId\":\"" + OTHER + "\"}"),
            "V04 /fieldId"),
        invalid(
            "V04 a reference to another entity",
            b -> b.patch("Task", "{\"siteId\":\"" + id(b, "Field") + "\"}"),
            "V04 /siteId"),
        invalid(
            "V04 a site of another farm",
            b ->
                b.patch(
                    "Task", "{\"siteId\":\"" + strange(b, "Site", id(b, "Organization")) + "\"}"),
            "V04 /siteId"),
        accepts(
            "V04 a machine of another farm of the organization",
            b ->
                b.patch(
                    "Task",
                    "{\"machineId\":\"" + strange(b, "Machine", id(b, "Organization")) + "\"}")),
        invalid(
            "V04 a machine of another organization",
            b ->
                b.patch(
                    "Task", "{\"machineId\":\"" + strange(b, "Machine", OTHER.toString()) + "\"}"),
            "V04 /machineId"),
        invalid(
            "V04 a role of another organization",
            b -> {
              b.records.put(
                  "Organization",
                  with(b.samples.of("Organization").deepCopy(), "{\"id\":\"" + OTHER + "\"}"));
              b.records.put(
                  "Role", with(b.samples.of("Role"), "{\"organizationId\":\"" + OTHER + "\"}"));
              return b.put("AccessAssignment", minimal(b, "AccessAssignment"));
            },
            "V04 /roleId"),
        invalid(
            "V04 a product out of reach",
            b -> {
              b.records.outOfReach.add(b.samples.id("Product"));
              return b.put("Lot", minimal(b, "Lot"));
            },
            "V04 /productId"),
        accepts(
            "V04 an old reference is not judged again",
            b -> {
              b.records.outOfReach.add(b.samples.id("Product"));
              return b.patch("Lot", "{\"note\":\"x\"}");
            }),
        invalid(
            "V04 a region of another field",
            b -> {
              b.records.put(
                  "Region",
                  with(
                      b.samples.of("Region"),
                      "{\"id\":\"" + JOB + "\",\"fieldId\":\"" + JOB + "\"}"));
              b.records.put("Field", with(b.samples.of("Field"), "{\"id\":\"" + JOB + "\"}"));
              return b.patch(
                  "Task", "{\"fieldId\":\"" + id(b, "Field") + "\",\"regionId\":\"" + JOB + "\"}");
            },
            "V04 /regionId"),
        invalid(
            "V04 a correction of itself",
            b ->
                b.patch(
                    "StockMovement", "{\"correctsMovementId\":\"" + id(b, "StockMovement") + "\"}"),
            "V04 /correctsMovementId"),
        invalid(
            "V06 a cycle of one",
            b -> b.patch("Site", "{\"parentSiteId\":\"" + id(b, "Site") + "\"}"),
            "V06 /parentSiteId"),
        invalid(
            "V06 a cycle of two",
            b -> {
              b.records.put(
                  "Site",
                  with(
                      b.samples.of("Site"),
                      "{\"id\":\"" + JOB + "\",\"parentSiteId\":\"" + id(b, "Site") + "\"}"));
              return b.patch("Site", "{\"parentSiteId\":\"" + JOB + "\"}");
            },
            "V06 /parentSiteId"),
        invalid(
            "V06 the 65th level",
            b -> b.patch("Site", "{\"parentSiteId\":\"" + tower(b, 64) + "\"}"),
            "V06 /parentSiteId"),
        accepts(
            "V06 the 64th level",
            b -> b.patch("Site", "{\"parentSiteId\":\"" + tower(b, 63) + "\"}")),
        invalid(
            "immutable: another farm",
            b -> {
              secondFarm(b, id(b, "Organization"));
              return b.patch("Site", "{\"farmId\":\"" + OTHER + "\"}");
            },
            "immutable /farmId"),
        invalid(
            "null in a PUT",
            b -> b.put("Site", with(minimal(b, "Site"), "{\"siteNumber\":null}")),
            "null /siteNumber"),
        invalid(
            "removal of a required attribute",
            b -> b.patch("Site", "{\"name\":null}"),
            "required /name"),
        invalid(
            "all faults together, ordered by pointer",
            b ->
                b.patch(
                    "Site",
                    "{\"typeUri\":\"x\",\"animalCapacity\":-1,\"kind\":\"HUT\",\"name\":5}"),
            "minimum /animalCapacity",
            "enum /kind",
            "type /name",
            "V19 /typeUri"));
  }

  /** A chain of sites; the id of the lowest. */
  private static String tower(RuleBench b, int levels) {
    String parent = null;
    for (int i = 0; i < levels; i++) {
      ObjectNode site =
          without(b.samples.of("Site"), "parentSiteId")
              .put("id", new UUID(0x4000L, 0x8000000000000000L + i).toString());
      if (parent != null) {
        site.put("parentSiteId", parent);
      }
      b.records.put("Site", site);
      parent = site.get("id").textValue();
    }
    return parent;
  }

  private static String far() {
    return "{\"geometry\":{\"type\":\"Point\",\"coordinates\":[5.0,50.0]}}";
  }

  private static String defaultRegion(RuleBench b) {
    return DefaultRegions.idOf(b.samples.id("Field")).toString();
  }

  private static ObjectNode storedDefault(RuleBench b) {
    return DefaultRegions.of(b.samples.of("Field"));
  }

  private static RuleOutcome patchDefault(RuleBench b, String json) {
    return b.write(
        "Region", UUID.fromString(defaultRegion(b)), Write.Verb.PATCH, Json.parseObject(json));
  }

  static Stream<Arguments> places() {
    return Stream.of(
        invalid(
            "V05 a second default region",
            b -> b.put("Region", with(minimal(b, "Region"), "{\"isDefault\":true}")),
            "V05 /isDefault"),
        invalid(
            "V05 another geometry of the default region",
            b -> patchDefault(b, far()),
            "V05 /geometry",
            "V06 /geometry"),
        invalid(
            "V05 a parent of the default region",
            b -> patchDefault(b, "{\"parentRegionId\":\"" + id(b, "Region") + "\"}"),
            "V05 /parentRegionId"),
        accepts("V05 a name of the default region", b -> patchDefault(b, "{\"name\":\"Whole\"}")),
        accepts(
            "V05 a replacement that leaves out what is the field's",
            b ->
                b.put(
                    "Region",
                    with(
                        without(storedDefault(b), "geometry", "startsAt", "endsAt", "isDefault"),
                        "{\"name\":\"Whole\"}"))),
        invalid("V06 a region beside its field", b -> b.patch("Region", far()), "V06 /geometry"),
        invalid(
            "V07 an end before the begin",
            b -> b.patch("Site", "{\"startsAt\":\"2026-03-02\",\"endsAt\":\"2026-03-01\"}"),
            "V07 /endsAt"),
        accepts(
            "V07 begin and end on one day",
            b ->
                b.patch(
                    "Site", "{\"startsAt\":\"2026-03-01T23:00:00Z\",\"endsAt\":\"2026-03-01\"}")),
        invalid(
            "V07 planned pairs",
            b ->
                b.patch(
                    "Task",
                    "{\"plannedStartAt\":\"2026-03-02T00:00:00Z\",\"plannedEndAt\":\"2026-03-01T00:00:00Z\"}"),
            "V07 /plannedEndAt"),
        invalid(
            "V08 an operation nowhere",
            b ->
                b.put(
                    "Activity",
                    with(minimal(b, "Activity"), "{\"kind\":\"OPERATION\",\"type\":\"x\"}")
                        .without(List.of("fieldId", "regionId", "siteId", "animalGroupId"))),
            "V08 /regionId"),
        invalid(
            "V12 an open ring",
            b ->
                b.patch(
                    "Field",
                    "{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,1]]]}}"),
            "V12 /geometry/coordinates/0/3"),
        invalid(
            "V12 a latitude out of range",
            b -> b.patch("Site", "{\"geometry\":{\"type\":\"Point\",\"coordinates\":[14,91]}}"),
            "V12 /geometry/coordinates/1"),
        invalid(
            "V12 a bow tie",
            b ->
                b.patch(
                    "Field",
                    "{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}}"),
            "V12 /geometry/coordinates"),
        invalid(
            "V12 half a geometry in a patch",
            b -> b.patch("Field", "{\"geometry\":{\"type\":\"MultiPolygon\"}}"),
            "V12 /geometry/coordinates"),
        invalid(
            "V12 a type that is not allowed",
            b -> b.patch("Field", "{\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,1]}}"),
            "V12 /geometry/type"));
  }

  static Stream<Arguments> states() {
    return Stream.of(
        refuses(
            "V09 a new task that is done",
            b -> b.put("Task", with(minimal(b, "Task"), "{\"status\":\"COMPLETED\"}")),
            "invalid-transition",
            "V09 /status"),
        accepts(
            "V09 an imported task that is done",
            b ->
                withJob(b, "{}")
                    .put(
                        "Task",
                        with(
                            minimal(b, "Task"),
                            "{\"status\":\"COMPLETED\",\"originType\":\"IMPORT\"}"))),
        refuses(
            "V09 a jump",
            b -> b.patch("Task", "{\"status\":\"COMPLETED\"}"),
            "invalid-transition",
            "V09 /status"),
        accepts("V09 a step", b -> b.patch("Task", "{\"status\":\"ASSIGNED\"}")),
        invalid(
            "V09 an unknown state is invalid, no transition",
            b -> b.patch("Task", "{\"status\":\"DONE\"}"),
            "enum /status"),
        invalid(
            "a state cannot be removed",
            b -> b.patch("Task", "{\"status\":null}"),
            "required /status"));
  }

  private static RuleOutcome second(RuleBench b, String entity, String json) {
    return b.put(entity, with(with(b.samples.of(entity), "{\"id\":\"" + OTHER + "\"}"), json));
  }

  static Stream<Arguments> keys() {
    return Stream.of(
        refuses(
            "V10 a storage code twice",
            b -> {
              b.records.put(
                  "StorageLocation",
                  with(b.samples.of("StorageLocation"), "{\"code\":\" silo a\"}"));
              return second(
                  b,
                  "StorageLocation",
                  "{\"code\":\"SILO A \",\"externalId\":\"new\",\"externalProvider\":\"p\"}");
            },
            "business-key",
            "V10 /farmId"),
        accepts(
            "V10 another code",
            b -> {
              b.records.put(
                  "StorageLocation", with(b.samples.of("StorageLocation"), "{\"code\":\"a\"}"));
              return second(
                  b,
                  "StorageLocation",
                  "{\"code\":\"b\",\"externalId\":\"new\",\"externalProvider\":\"p\"}");
            }),
        refuses(
            "V29 an identifier twice",
            b -> {
              b.records.put(
                  "Site",
                  with(b.samples.of("Site"), "{\"externalId\":\"7\",\"externalProvider\":\"p\"}"));
              return second(
                  b,
                  "Site",
                  "{\"siteNumber\":\"n\",\"externalId\":\"7\",\"externalProvider\":\"p\"}");
            },
            "business-key",
            "V29 /externalId"),
        accepts(
            "V29 the same number of another provider",
            b -> {
              b.records.put(
                  "Site",
                  with(b.samples.of("Site"), "{\"externalId\":\"7\",\"externalProvider\":\"p\"}"));
              return second(
                  b,
                  "Site",
                  "{\"siteNumber\":\"n\",\"externalId\":\"7\",\"externalProvider\":\"q\"}");
            }),
        invalid(
            "V29 an identifier without provider",
            b -> b.put("Site", with(minimal(b, "Site"), "{\"externalId\":\"7\"}")),
            "V29 /externalId"),
        invalid(
            "V29 a provider without identifier",
            b -> b.put("Site", with(minimal(b, "Site"), "{\"externalProvider\":\"7\"}")),
            "V29 /externalId"));
  }

  private static ObjectNode movement(RuleBench b, String json) {
    return with(minimal(b, "StockMovement"), json);
  }

  static Stream<Arguments> constraints() {
    return Stream.of(
        invalid(
            "V11 an area without unit",
            b -> b.put("Site", with(minimal(b, "Site"), "{\"area\":1.5}")),
            "V11 /areaUnit"),
        invalid(
            "V18 money without currency in a patch",
            b -> {
              b.records.put("MaintenanceRecord", b.samples.minimal("MaintenanceRecord"));
              return b.patch("MaintenanceRecord", "{\"cost\":5}");
            },
            "V18 /currency"),
        accepts(
            "V18 money in the farm's currency",
            b -> b.put("MaintenanceRecord", with(minimal(b, "MaintenanceRecord"), "{\"cost\":5}"))),
        invalid(
            "V13 a quantity of 0",
            b -> b.put("StockMovement", movement(b, "{\"kind\":\"RECEIPT\",\"quantity\":0}")),
            "V13 /quantity"),
        invalid(
            "V13 an adjustment of 0",
            b -> b.put("StockMovement", movement(b, "{\"kind\":\"ADJUSTMENT\",\"quantity\":0}")),
            "V13 /quantity"),
        accepts(
            "V13 a negative adjustment",
            b ->
                b.put("StockMovement", movement(b, "{\"kind\":\"ADJUSTMENT\",\"quantity\":-2.5}"))),
        invalid(
            "V13 a transfer without target",
            b -> b.put("StockMovement", movement(b, "{\"kind\":\"TRANSFER\",\"quantity\":1}")),
            "V13 /targetStorageLocationId"),
        invalid(
            "V13 a transfer to the same place",
            b ->
                b.put(
                    "StockMovement",
                    movement(
                        b,
                        "{\"kind\":\"TRANSFER\",\"quantity\":1,\"targetStorageLocationId\":\""
                            + id(b, "StorageLocation")
                            + "\"}")),
            "V13 /targetStorageLocationId"),
        invalid(
            "V13 more than a day ahead",
            b -> b.put("StockMovement", movement(b, "{\"occurredAt\":\"2026-06-16T10:00:01Z\"}")),
            "V13 /occurredAt"),
        accepts(
            "V13 a day ahead",
            b -> b.put("StockMovement", movement(b, "{\"occurredAt\":\"2026-06-16T10:00:00Z\"}"))),
        invalid(
            "V14 a lot of another product",
            b -> {
              b.records.put("Lot", with(b.samples.of("Lot"), "{\"productId\":\"" + OTHER + "\"}"));
              return b.put("StockMovement", movement(b, "{\"lotId\":\"" + id(b, "Lot") + "\"}"));
            },
            "V14 /lotId"),
        invalid(
            "V14 seed that is no seed",
            b -> {
              b.records.put("Product", with(b.samples.of("Product"), "{\"kind\":\"FUEL\"}"));
              return b.put(
                  "CroppingPlanEntry",
                  with(
                      minimal(b, "CroppingPlanEntry"),
                      "{\"seedProductId\":\"" + id(b, "Product") + "\"}"));
            },
            "V14 /seedProductId"),
        invalid(
            "V19 a concept that is no URI of the web",
            b -> b.patch("Task", "{\"typeUri\":\"ftp://example.org/x\"}"),
            "V19 /typeUri"),
        invalid(
            "V19 strict: a concept nobody knows",
            b -> {
              b.settings = new RuleSettings(false, true, "", "", "");
              return b.patch("Task", "{\"typeUri\":\"https://example.org/x\"}");
            },
            "V19 /typeUri"),
        accepts(
            "V19 strict: a known concept",
            b -> {
              b.settings = new RuleSettings(false, true, "", "", "");
              b.records.knownConcepts.add("https://example.org/x");
              return b.patch("Task", "{\"typeUri\":\"https://example.org/x\"}");
            }),
        invalid(
            "V21 a sire that is female",
            b ->
                b.patch(
                    "Animal",
                    "{\"sireId\":\""
                        + parent(b, "{\"sex\":\"FEMALE\",\"bornAt\":\"2001-01-01\"}")
                        + "\"}"),
            "V21 /sireId"),
        invalid(
            "V21 a dam younger than her child",
            b ->
                b.patch(
                    "Animal",
                    "{\"bornAt\":\"2020-01-01\",\"damId\":\""
                        + parent(b, "{\"sex\":\"FEMALE\",\"bornAt\":\"2021-01-01\"}")
                        + "\"}"),
            "V21 /damId"),
        accepts(
            "V21 a dam",
            b ->
                b.patch(
                    "Animal",
                    "{\"bornAt\":\"2020-01-01\",\"damId\":\""
                        + parent(b, "{\"sex\":\"FEMALE\",\"bornAt\":\"2015-01-01\"}")
                        + "\"}")),
        invalid(
            "V22 two results",
            b ->
                b.put(
                    "Observation",
                    with(
                        minimal(b, "Observation")
                            .without(List.of("result", "resultText", "resultBoolean")),
                        "{\"resultText\":\"a\",\"resultBoolean\":true}")),
            "V22 /resultBoolean"),
        invalid(
            "V22 no result",
            b ->
                b.put(
                    "Observation",
                    minimal(b, "Observation")
                        .without(List.of("result", "resultText", "resultBoolean"))),
            "V22 /result"),
        invalid(
            "V22 an output among the inputs",
            b ->
                b.put(
                    "InputOutput",
                    with(
                        minimal(b, "InputOutput"),
                        "{\"direction\":\"INPUT\",\"category\":\"YIELD\"}")),
            "V22 /category"),
        invalid(
            "V22 a worker resource without worker",
            b ->
                b.put(
                    "ActivityResource",
                    with(
                        minimal(b, "ActivityResource")
                            .without(
                                List.of(
                                    "workerId",
                                    "machineId",
                                    "organizationId",
                                    "productId",
                                    "fileId")),
                        "{\"kind\":\"WORKER\",\"deviceId\":\"" + id(b, "Device") + "\"}")),
            "V22 /workerId"),
        invalid(
            "V24 nutrients of 101 percent",
            b ->
                b.patch(
                    "Product",
                    "{\"nutrients\":[{\"nutrient\":\"N\",\"share\":60},{\"nutrient\":\"P\",\"share\":41}]}"),
            "V24 /nutrients"),
        invalid(
            "V24 a ration of 101 percent",
            b -> {
              b.records.put(
                  "FeedRationComponent",
                  with(b.samples.of("FeedRationComponent"), "{\"rationShare\":60}"));
              return second(b, "FeedRationComponent", "{\"rationShare\":41}");
            },
            "V24 /rationShare"),
        accepts(
            "V24 a ration of 100 percent",
            b -> {
              b.records.put(
                  "FeedRationComponent",
                  with(b.samples.of("FeedRationComponent"), "{\"rationShare\":60}"));
              return second(b, "FeedRationComponent", "{\"rationShare\":40}");
            }),
        invalid(
            "a wrong check digit",
            b -> b.patch("Organization", "{\"gln\":\"4012345000008\"}"),
            "checkDigit /gln"),
        invalid(
            "25 digits",
            b -> b.patch("Site", "{\"area\":1234567890123456789012345,\"areaUnit\":\"ha\"}"),
            "format /area"),
        accepts(
            "24 digits, 9 after the point",
            b -> b.patch("Site", "{\"area\":123456789012345.123456789,\"areaUnit\":\"ha\"}")));
  }

  private static String parent(RuleBench b, String json) {
    String species = b.samples.of("Animal").path("species").asText();
    b.records.put(
        "Animal",
        with(
            Json.object()
                .put("id", OTHER.toString())
                .put("farmId", id(b, "Farm"))
                .put("species", species),
            json));
    return OTHER.toString();
  }

  private static void report(RuleBench b, String status, String entity, String id) {
    ObjectNode report =
        with(
            b.samples.of("RegulatoryReport"),
            "{\"id\":\"" + OTHER + "\",\"status\":\"" + status + "\"}");
    report.remove(List.of("payload", "correctsReportId"));
    report.putArray("reportedRecords").addObject().put("entityType", entity).put("entityId", id);
    b.records.put("RegulatoryReport", report);
  }

  private static RuleOutcome submit(RuleBench b, String kind, String entity) {
    ObjectNode report =
        with(
            minimal(b, "RegulatoryReport"),
            "{\"status\":\"DRAFT\",\"kind\":\""
                + kind
                + "\",\"startsAt\":\"2026-01-01\",\"endsAt\":\"2026-12-31\"}");
    report
        .putArray("reportedRecords")
        .addObject()
        .put("entityType", entity)
        .put("entityId", id(b, entity));
    b.records.put("RegulatoryReport", report);
    return b.patch("RegulatoryReport", "{\"status\":\"SUBMITTED\"}");
  }

  private static RuleBench documented(RuleBench b) {
    b.records.put(
        "Activity",
        with(
            b.samples.of("Activity"),
            "{\"status\":\"COMPLETED\",\"executedAt\":\"2026-05-01T05:00:00Z\",\"area\":3,\"areaUnit\":\"ha\",\"regionId\":\""
                + defaultRegion(b)
                + "\",\"cultivationPeriodId\":\""
                + id(b, "CultivationPeriod")
                + "\"}"));
    b.records.put(
        "Product",
        with(
            b.samples.of("Product"),
            "{\"kind\":\"PLANT_PROTECTION\",\"registrationNumber\":\"00X-00\"}"));
    String activity = "\"activityId\":\"" + id(b, "Activity") + "\"";
    b.records.put(
        "ActivityResource",
        Json.parseObject(
            "{\"id\":\""
                + OTHER
                + "\","
                + activity
                + ",\"kind\":\"PRODUCT\",\"productId\":\""
                + id(b, "Product")
                + "\",\"quantity\":2,\"unit\":\"l\"}"));
    b.records.put(
        "ActivityResource",
        Json.parseObject(
            "{\"id\":\""
                + JOB
                + "\","
                + activity
                + ",\"kind\":\"WORKER\",\"workerId\":\""
                + id(b, "Worker")
                + "\"}"));
    return b;
  }

  static Stream<Arguments> reports() {
    return Stream.of(
        refuses(
            "V15 a change of a submitted report",
            b -> {
              b.records.put(
                  "RegulatoryReport",
                  with(b.samples.of("RegulatoryReport"), "{\"status\":\"SUBMITTED\"}"));
              return b.patch("RegulatoryReport", "{\"note\":\"x\"}");
            },
            "immutable-record",
            "V15 /status"),
        accepts(
            "V15 the platform itself moves it on",
            b -> {
              b.records.put(
                  "RegulatoryReport",
                  with(b.samples.of("RegulatoryReport"), "{\"status\":\"SUBMITTED\"}"));
              b.caller = RuleCaller.system();
              return b.patch("RegulatoryReport", "{\"status\":\"ACCEPTED\"}");
            }),
        refuses(
            "V16 a reported record without reason",
            b -> {
              report(b, "SUBMITTED", "Activity", id(b, "Activity"));
              return b.patch("Activity", "{\"note\":\"x\"}");
            },
            "reason-required",
            "V16 Change-Reason"),
        refuses(
            "V16 a blank reason",
            b -> {
              report(b, "ACCEPTED", "Activity", id(b, "Activity"));
              b.reason = Optional.of("  ");
              return b.patch("Activity", "{\"note\":\"x\"}");
            },
            "reason-required",
            "V16 Change-Reason"),
        accepts(
            "V16 a reported record with reason",
            b -> {
              report(b, "SUBMITTED", "Activity", id(b, "Activity"));
              b.reason = Optional.of("typing error");
              return b.patch("Activity", "{\"note\":\"x\"}");
            }),
        accepts(
            "V16 a draft binds nobody",
            b -> {
              report(b, "DRAFT", "Activity", id(b, "Activity"));
              return b.patch("Activity", "{\"note\":\"x\"}");
            }),
        refuses(
            "V16 the default region through its field",
            b -> {
              report(b, "SUBMITTED", "Region", defaultRegion(b));
              return b.patch("Field", "{\"startsAt\":\"2020-01-01\",\"endsAt\":null}");
            },
            "reason-required",
            "V16 Change-Reason"),
        invalid(
            "V17 a correction without reason",
            b -> {
              report(b, "SUBMITTED", "Farm", id(b, "Farm"));
              ObjectNode r = without(minimal(b, "RegulatoryReport"), "correctionReason");
              return b.put(
                  "RegulatoryReport",
                  with(
                      r,
                      "{\"kind\":\"" + kindOf(b) + "\",\"correctsReportId\":\"" + OTHER + "\"}"));
            },
            "V17 /correctionReason"),
        invalid(
            "V17 a correction of a draft",
            b -> {
              report(b, "DRAFT", "Farm", id(b, "Farm"));
              return b.put(
                  "RegulatoryReport",
                  with(
                      minimal(b, "RegulatoryReport"),
                      "{\"kind\":\""
                          + kindOf(b)
                          + "\",\"correctionReason\":\"r\",\"correctsReportId\":\""
                          + OTHER
                          + "\"}"));
            },
            "V17 /correctsReportId"),
        accepts(
            "V17 a correction",
            b -> {
              report(b, "REJECTED", "Farm", id(b, "Farm"));
              return b.put(
                  "RegulatoryReport",
                  with(
                      minimal(b, "RegulatoryReport"),
                      "{\"kind\":\""
                          + kindOf(b)
                          + "\",\"correctionReason\":\"r\",\"correctsReportId\":\""
                          + OTHER
                          + "\"}"));
            }),
        invalid(
            "V23 an operation that is not documented",
            b -> submit(b, "PLANT_PROTECTION", "Activity"),
            "V23 /reportedRecords/0"),
        accepts(
            "V23 a documented operation",
            b -> submit(documented(b), "PLANT_PROTECTION", "Activity")),
        invalid(
            "V23 a record of another farm",
            b -> {
              strange(b, "Site", id(b, "Organization"));
              b.records.put("Site", with(b.samples.of("Site"), "{\"farmId\":\"" + OTHER + "\"}"));
              return submit(b, "OTHER", "Site");
            },
            "V23 /reportedRecords/0"),
        invalid(
            "V23 a record that is gone",
            b -> {
              b.records.remove("Site", b.samples.id("Site"));
              return submit(b, "OTHER", "Site");
            },
            "V23 /reportedRecords/0"),
        invalid(
            "V22 a submission without period",
            b -> {
              b.records.put(
                  "RegulatoryReport",
                  without(
                      b.samples.minimal("RegulatoryReport").put("status", "DRAFT"),
                      "startsAt",
                      "endsAt"));
              return b.patch("RegulatoryReport", "{\"status\":\"SUBMITTED\"}");
            },
            "V22 /endsAt",
            "V22 /startsAt"));
  }

  private static String kindOf(RuleBench b) {
    return b.samples.of("RegulatoryReport").path("kind").asText();
  }

  private static RuleBench typed(RuleBench b, String schema) {
    b.records.put("DataType", with(b.samples.of("DataType"), "{\"payloadSchema\":" + schema + "}"));
    return b;
  }

  static Stream<Arguments> payloads() {
    String schema =
        "{\"type\":\"object\",\"required\":[\"ph\"],\"properties\":{\"ph\":{\"type\":\"number\",\"maximum\":14}}}";
    return Stream.of(
        invalid(
            "V20 a payload without what is necessary",
            b -> typed(b, schema).put("Data", with(minimal(b, "Data"), "{\"payload\":{}}")),
            "V20 /payload/ph"),
        invalid(
            "V20 a payload out of range",
            b ->
                typed(b, schema).put("Data", with(minimal(b, "Data"), "{\"payload\":{\"ph\":15}}")),
            "V20 /payload/ph"),
        accepts(
            "V20 a fitting payload with further members",
            b ->
                typed(b, schema)
                    .put(
                        "Data",
                        with(minimal(b, "Data"), "{\"payload\":{\"ph\":6.4,\"lab\":\"x\"}}"))),
        invalid(
            "V20 a payload that is no object",
            b -> b.put("Data", with(minimal(b, "Data"), "{\"payload\":[1]}")),
            "V20 /payload"),
        invalid(
            "V20 a payload of 300 KiB",
            b ->
                b.put(
                    "Data",
                    with(
                        minimal(b, "Data"),
                        "{\"payload\":{\"a\":\"" + "x".repeat(300 * 1024) + "\"}}")),
            "V20 /payload"),
        invalid(
            "V20 a schema that is none",
            b -> b.patch("DataType", "{\"payloadSchema\":{\"type\":\"thing\"}}"),
            "V20 /payloadSchema/type"),
        invalid(
            "V20 a schema from elsewhere",
            b -> b.patch("DataType", "{\"payloadSchema\":{\"$ref\":\"https://example.org/s\"}}"),
            "V20 /payloadSchema/$ref"),
        invalid(
            "V20 a schema that goes in circles",
            b -> b.patch("DataType", "{\"payloadSchema\":{\"$ref\":\"#\"}}"),
            "V20 /payloadSchema"),
        invalid(
            "V20 parameters that do not fit the service",
            b -> {
              b.records.put(
                  "ProcessingService",
                  with(b.samples.of("ProcessingService"), "{\"parameterSchema\":" + schema + "}"));
              return b.put(
                  "ProcessingJob",
                  with(minimal(b, "ProcessingJob"), "{\"parameters\":{\"ph\":\"high\"}}"));
            },
            "V20 /parameters/ph"));
  }

  private static RuleOutcome asHolder(
      RuleBench b, Set<String> permissions, Function<RuleBench, RuleOutcome> act) {
    b.caller = RuleBenchCallers.holding(permissions);
    return act.apply(b);
  }

  static Stream<Arguments> rights() {
    return Stream.of(
        invalid(
            "V25 a wildcard",
            b -> b.patch("Role", "{\"permissions\":[\"field:read\",\"field:*\"]}"),
            "V25 /permissions/1"),
        refuses(
            "V25 a role with more than the giver has",
            b ->
                asHolder(
                    b,
                    Set.of("field:read"),
                    x -> x.patch("Role", "{\"permissions\":[\"field:read\",\"farm:delete\"]}")),
            "forbidden",
            "V25 /permissions/1"),
        accepts(
            "V25 a role with what the giver has",
            b ->
                asHolder(
                    b,
                    Set.of("field:read", "site:read"),
                    x -> x.patch("Role", "{\"permissions\":[\"field:read\",\"site:read\"]}"))),
        refuses(
            "V25 an assignment of a stronger role",
            b ->
                asHolder(
                    b,
                    Set.of("accessAssignment:create"),
                    x -> x.put("AccessAssignment", minimal(x, "AccessAssignment"))),
            "forbidden",
            "V25 /roleId"),
        refuses(
            "V25 an assignment that outlasts the giver's right",
            b -> {
              b.records.put(
                  "AccessAssignment",
                  with(b.samples.of("AccessAssignment"), "{\"endsAt\":\"2026-12-01\"}"));
              b.caller =
                  RuleBenchCallers.holding(
                      Set.of("field:read"), Instant.parse("2027-01-01T00:00:00Z"));
              b.records.put(
                  "Role",
                  with(
                      without(b.samples.of("Role"), "endsAt"),
                      "{\"permissions\":[\"field:read\"]}"));
              return b.patch("AccessAssignment", "{\"endsAt\":null}");
            },
            "forbidden",
            "V25 /endsAt"),
        refuses(
            "V25 a starter role",
            b -> {
              b.records.put(
                  "Role",
                  with(
                      without(b.samples.of("Role"), "organizationId"),
                      "{\"originType\":\"SYSTEM\",\"code\":\"OWNER\"}"));
              return b.patch("Role", "{\"description\":\"mine\"}");
            },
            "forbidden",
            "V25 /permissions"),
        refuses(
            "V26 the last administrator's end",
            b ->
                administrator(b)
                    .patch(
                        "AccessAssignment",
                        "{\"startsAt\":\"2020-01-01\",\"endsAt\":\"2026-06-01\"}"),
            "dependent-records",
            "V26 /endsAt"),
        accepts(
            "V26 an end while another remains",
            b -> {
              b.records.put(
                  "AccessAssignment",
                  with(b.samples.of("AccessAssignment"), "{\"id\":\"" + OTHER + "\"}"));
              return administrator(b)
                  .patch(
                      "AccessAssignment",
                      "{\"startsAt\":\"2020-01-01\",\"endsAt\":\"2026-06-01\"}");
            }));
  }

  private static RuleBench administrator(RuleBench b) {
    b.records.put(
        "Role", with(b.samples.of("Role"), "{\"permissions\":[\"accessAssignment:create\"]}"));
    b.records.put(
        "AccessAssignment", without(b.samples.of("AccessAssignment"), "startsAt", "endsAt"));
    return b;
  }

  static Stream<Arguments> files() {
    return Stream.of(
        invalid(
            "V28 a checksum without digest",
            b -> b.patch("File", "{\"checksum\":\"abc\"}"),
            "V28 /checksum"),
        invalid(
            "V28 a sha-256 that is too short",
            b -> b.patch("File", "{\"checksum\":\"sha-256:0123456789abcdef\"}"),
            "V28 /checksum"),
        accepts(
            "V28 another digest with its name",
            b -> b.patch("File", "{\"checksum\":\"crc32c:01234567\"}")),
        invalid(
            "V28 an address on a disk",
            b -> b.patch("File", "{\"storageUrl\":\"file:///etc/passwd\"}"),
            "V28 /storageUrl"),
        accepts(
            "V28 an address in an object store",
            b -> b.patch("File", "{\"storageUrl\":\"s3://bucket/key\"}")),
        invalid(
            "V28 the name of what the platform keeps",
            b -> {
              b.records.put(
                  "File",
                  with(
                      b.samples.of("File"),
                      "{\"dataId\":\""
                          + id(b, "Data")
                          + "\",\"storageUrl\":\"http://localhost:8080/v1/attachments/download/"
                          + id(b, "File")
                          + "\"}"));
              return b.patch("File", "{\"name\":\"other.jpg\"}");
            },
            "V28 /name"));
  }
}
