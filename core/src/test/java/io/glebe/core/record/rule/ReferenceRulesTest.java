package io.glebe.core.record.rule;

import static io.glebe.core.record.rule.RuleCases.JOB;
import static io.glebe.core.record.rule.RuleCases.OTHER;
import static io.glebe.core.record.rule.RuleCases.accepts;
import static io.glebe.core.record.rule.RuleCases.id;
import static io.glebe.core.record.rule.RuleCases.invalid;
import static io.glebe.core.record.rule.RuleCases.minimal;
import static io.glebe.core.record.rule.RuleCases.secondFarm;
import static io.glebe.core.record.rule.RuleCases.strange;
import static io.glebe.core.record.rule.RuleCases.with;
import static io.glebe.core.record.rule.RuleCases.without;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules V04 and V06, immutable and required attributes. Each case is accepted, or refused with
 * problem type, rule and pointer.
 */
final class ReferenceRulesTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource({"referencedRecords", "changedReferences", "hierarchies", "attributes"})
  void aWriteIsAcceptedOrRefusedWithItsFaults(
      String name, RuleCases.Act act, String problem, List<String> faults) {
    RuleCases.check(name, act, problem, faults);
  }

  static Stream<Arguments> referencedRecords() {
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
            "V04 /productId"));
  }

  static Stream<Arguments> changedReferences() {
    return Stream.of(
        accepts(
            "V04 an unchanged reference is not checked again",
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
            "V04 a report that corrects itself",
            b ->
                b.patch(
                    "StockMovement", "{\"correctsMovementId\":\"" + id(b, "StockMovement") + "\"}"),
            "V04 /correctsMovementId"));
  }

  static Stream<Arguments> hierarchies() {
    return Stream.of(
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
            b -> b.patch("Site", "{\"parentSiteId\":\"" + tower(b, 63) + "\"}")));
  }

  static Stream<Arguments> attributes() {
    return Stream.of(
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

  /** Creates a chain of sites; returns the id of the lowest site. */
  private static String tower(RuleFixture b, int levels) {
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
}
