package io.glebe.core.record.rule;

import static io.glebe.core.record.rule.RuleCases.OTHER;
import static io.glebe.core.record.rule.RuleCases.accepts;
import static io.glebe.core.record.rule.RuleCases.id;
import static io.glebe.core.record.rule.RuleCases.invalid;
import static io.glebe.core.record.rule.RuleCases.minimal;
import static io.glebe.core.record.rule.RuleCases.with;
import static io.glebe.core.record.rule.RuleCases.withJob;
import static io.glebe.core.record.rule.RuleCases.without;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.draft.RuleSettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules V01, V02, V03, V27 and V30: ids, origins and jobs. Each case is accepted, or refused with
 * problem type, rule and pointer.
 */
final class IdentityAndJobRulesTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource({"identity", "origin", "jobs", "originsAndTimesOfJobs"})
  void aWriteIsAcceptedOrRefusedWithItsFaults(
      String name, RuleCases.Act act, String problem, List<String> faults) {
    RuleCases.check(name, act, problem, faults);
  }

  static Stream<Arguments> identity() {
    return Stream.of(
        invalid(
            "V01 a PUT without id",
            b ->
                b.write(
                    "Farm",
                    b.samples.id("Farm"),
                    RuleInput.Verb.PUT,
                    without(minimal(b, "Farm"), "id")),
            "V01 /id"),
        invalid(
            "V01 an id in upper case",
            b ->
                b.write(
                    "Farm",
                    b.samples.id("Farm"),
                    RuleInput.Verb.PUT,
                    with(minimal(b, "Farm"), "{\"id\":\"A7A81344-7715-5594-8E60-FE9F24E2B2F2\"}")),
            "V01 /id"),
        invalid(
            "V01 another id in a PATCH",
            b -> b.patch("Farm", "{\"id\":\"" + OTHER + "\"}"),
            "V01 /id"),
        invalid(
            "V01 the @type of another entity",
            b -> b.patch("Farm", "{\"@type\":\"Field\",\"name\":\"x\"}"),
            "V01 /@type"),
        accepts(
            "V01 matching JSON-LD keywords",
            b ->
                b.patch(
                    "Farm",
                    "{\"@type\":\"Farm\",\"@id\":\"urn:uuid:"
                        + id(b, "Farm")
                        + "\",\"name\":\"x\"}")),
        accepts("V01 a POST without id", b -> b.post("Farm", without(minimal(b, "Farm"), "id"))));
  }

  static Stream<Arguments> origin() {
    return Stream.of(
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
              b.settings = new RuleSettings(true, 100_000, false, "http://localhost:8080", "", "");
              return b.patch("Farm", "{\"soilMap\":{\"a\":1}}");
            },
            "V27 /soilMap"));
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
              b.caller = RuleCallersFixture.caller(RuleCaller.Kind.CLIENT);
              return b.patch("Site", "{\"name\":\"n\"}");
            },
            "V03 Processing-Job-Id"),
        accepts("V03 a person corrects without job", b -> b.patch("Site", "{\"name\":\"n\"}")));
  }

  static Stream<Arguments> originsAndTimesOfJobs() {
    return Stream.of(
        accepts(
            "V03 a job needs no job",
            b ->
                b.put(
                    "ProcessingJob",
                    with(minimal(b, "ProcessingJob"), "{\"originType\":\"SERVICE\"}"))),
        invalid(
            "V02 a device creates as USER",
            b -> {
              b.caller = RuleCallersFixture.caller(RuleCaller.Kind.DEVICE);
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

  private static ObjectNode imported(RuleFixture b) {
    return with(minimal(b, "Site"), "{\"originType\":\"IMPORT\"}");
  }
}
