package io.glebe.core.record.rule;

import static io.glebe.core.record.rule.RuleCases.OTHER;
import static io.glebe.core.record.rule.RuleCases.accepts;
import static io.glebe.core.record.rule.RuleCases.id;
import static io.glebe.core.record.rule.RuleCases.invalid;
import static io.glebe.core.record.rule.RuleCases.minimal;
import static io.glebe.core.record.rule.RuleCases.second;
import static io.glebe.core.record.rule.RuleCases.with;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.record.rule.draft.RuleSettings;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules V11, V13, V14, V18, V19, V21, V22 and V24: the constraints that the catalogue declares.
 * Each case is accepted, or refused with problem type, rule and pointer.
 */
final class ConstraintRulesTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "quantities",
    "productsAndConcepts",
    "animals",
    "activities",
    "rations",
    "numbers"
  })
  void aWriteIsAcceptedOrRefusedWithItsFaults(
      String name, RuleCases.Act act, String problem, List<String> faults) {
    RuleCases.check(name, act, problem, faults);
  }

  static Stream<Arguments> quantities() {
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
            b -> b.put("StockMovement", movement(b, "{\"occurredAt\":\"2026-06-16T10:00:00Z\"}"))));
  }

  static Stream<Arguments> productsAndConcepts() {
    return Stream.of(
        invalid(
            "V14 a lot of another product",
            b -> {
              b.records.put("Lot", with(b.samples.of("Lot"), "{\"productId\":\"" + OTHER + "\"}"));
              return b.put("StockMovement", movement(b, "{\"lotId\":\"" + id(b, "Lot") + "\"}"));
            },
            "V14 /lotId"),
        invalid(
            "V14 a seed product of another kind",
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
            "V19 a concept with an unsupported URI scheme",
            b -> b.patch("Task", "{\"typeUri\":\"ftp://example.org/x\"}"),
            "V19 /typeUri"),
        invalid(
            "V19 strict: an unknown concept",
            b -> {
              b.settings = new RuleSettings(false, 100_000, true, "", "", "");
              return b.patch("Task", "{\"typeUri\":\"https://example.org/x\"}");
            },
            "V19 /typeUri"),
        accepts(
            "V19 strict: a known concept",
            b -> {
              b.settings = new RuleSettings(false, 100_000, true, "", "", "");
              b.records.knownConcepts.add("https://example.org/x");
              return b.patch("Task", "{\"typeUri\":\"https://example.org/x\"}");
            }));
  }

  static Stream<Arguments> animals() {
    return Stream.of(
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
                        + "\"}")));
  }

  static Stream<Arguments> activities() {
    return Stream.of(
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
            "V22 /workerId"));
  }

  static Stream<Arguments> rations() {
    return Stream.of(
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
            }));
  }

  static Stream<Arguments> numbers() {
    return Stream.of(
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

  private static ObjectNode movement(RuleFixture b, String json) {
    return with(minimal(b, "StockMovement"), json);
  }

  private static String parent(RuleFixture b, String json) {
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
}
