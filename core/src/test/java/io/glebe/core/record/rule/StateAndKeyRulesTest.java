package io.glebe.core.record.rule;

import static io.glebe.core.record.rule.RuleCases.accepts;
import static io.glebe.core.record.rule.RuleCases.invalid;
import static io.glebe.core.record.rule.RuleCases.minimal;
import static io.glebe.core.record.rule.RuleCases.refuses;
import static io.glebe.core.record.rule.RuleCases.second;
import static io.glebe.core.record.rule.RuleCases.with;
import static io.glebe.core.record.rule.RuleCases.withJob;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules V09, V10 and V29: states, business keys and external ids. Each case is accepted, or refused
 * with problem type, rule and pointer.
 */
final class StateAndKeyRulesTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource({"states", "businessKeys", "externalIds"})
  void aWriteIsAcceptedOrRefusedWithItsFaults(
      String name, RuleCases.Act act, String problem, List<String> faults) {
    RuleCases.check(name, act, problem, faults);
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
        refuses(
            "V09 a failed job runs again, whose end lies before the new start",
            b -> {
              b.records.put(
                  "ProcessingJob",
                  with(
                      b.samples.minimal("ProcessingJob"),
                      "{\"status\":\"FAILED\",\"finishedAt\":\"2026-03-01T08:00:00Z\"}"));
              return b.patch("ProcessingJob", "{\"status\":\"RUNNING\"}");
            },
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

  static Stream<Arguments> businessKeys() {
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
            }));
  }

  static Stream<Arguments> externalIds() {
    return Stream.of(
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
}
