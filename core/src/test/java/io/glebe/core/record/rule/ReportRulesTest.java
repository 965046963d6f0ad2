package io.glebe.core.record.rule;

import static io.glebe.core.record.rule.RuleCases.JOB;
import static io.glebe.core.record.rule.RuleCases.OTHER;
import static io.glebe.core.record.rule.RuleCases.accepts;
import static io.glebe.core.record.rule.RuleCases.defaultRegion;
import static io.glebe.core.record.rule.RuleCases.id;
import static io.glebe.core.record.rule.RuleCases.invalid;
import static io.glebe.core.record.rule.RuleCases.minimal;
import static io.glebe.core.record.rule.RuleCases.refuses;
import static io.glebe.core.record.rule.RuleCases.strange;
import static io.glebe.core.record.rule.RuleCases.with;
import static io.glebe.core.record.rule.RuleCases.without;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.record.rule.draft.RuleCaller;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules V15, V16, V17, V22 and V23: submitted reports and their listed records. Each case is
 * accepted, or refused with problem type, rule and pointer.
 */
final class ReportRulesTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource({"submittedReports", "reasons", "corrections", "completeness"})
  void aWriteIsAcceptedOrRefusedWithItsFaults(
      String name, RuleCases.Act act, String problem, List<String> faults) {
    RuleCases.check(name, act, problem, faults);
  }

  static Stream<Arguments> submittedReports() {
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
            "V15 the platform changes the state",
            b -> {
              b.records.put(
                  "RegulatoryReport",
                  with(b.samples.of("RegulatoryReport"), "{\"status\":\"SUBMITTED\"}"));
              b.caller = RuleCaller.system();
              return b.patch("RegulatoryReport", "{\"status\":\"ACCEPTED\"}");
            }));
  }

  static Stream<Arguments> reasons() {
    return Stream.of(
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
            "V16 a record listed in a draft",
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
            "V16 Change-Reason"));
  }

  static Stream<Arguments> corrections() {
    return Stream.of(
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
            }));
  }

  static Stream<Arguments> completeness() {
    return Stream.of(
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
            "V23 a deleted record",
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

  private static void report(RuleFixture b, String status, String entity, String id) {
    ObjectNode report =
        with(
            b.samples.of("RegulatoryReport"),
            "{\"id\":\"" + OTHER + "\",\"status\":\"" + status + "\"}");
    report.remove(List.of("payload", "correctsReportId"));
    report.putArray("reportedRecords").addObject().put("entityType", entity).put("entityId", id);
    b.records.put("RegulatoryReport", report);
  }

  private static RuleOutcome submit(RuleFixture b, String kind, String entity) {
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

  private static RuleFixture documented(RuleFixture b) {
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

  private static String kindOf(RuleFixture b) {
    return b.samples.of("RegulatoryReport").path("kind").asText();
  }
}
