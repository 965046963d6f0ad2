package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.record.rule.draft.RuleSettings;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** V32: the datastream of an alarm rule, what its kind needs, and the number of rules of a farm. */
class AlarmRuleWritesTest {
  private static final long DATASTREAM = 7;

  private final RuleFixture fixture = new RuleFixture(5);
  private final UUID farm = fixture.samples.id("Farm");

  private ObjectNode rule(String kind) {
    ObjectNode rule = fixture.fresh("AlarmRule");
    rule.remove("fieldId");
    return rule.put("kind", kind).put("datastreamId", DATASTREAM);
  }

  @Test
  void aRuleNamesADatastreamOfItsOwnFarm() {
    ObjectNode rule = rule("SILENCE").put("durationSeconds", 60);
    assertThat(RuleFixture.faults(fixture.put("AlarmRule", rule)))
        .containsExactly("V32 /datastreamId");
    fixture.records.datastreams.put(DATASTREAM, UUID.randomUUID());
    assertThat(RuleFixture.faults(fixture.put("AlarmRule", rule)))
        .containsExactly("V32 /datastreamId");
    fixture.records.datastreams.put(DATASTREAM, farm);
    RuleFixture.accepted(fixture.put("AlarmRule", rule));
  }

  @Test
  void eachKindNeedsItsOwnMembersAndTakesNoOthers() {
    fixture.records.datastreams.put(DATASTREAM, farm);
    ObjectNode silence = rule("SILENCE").put("threshold", 5).put("durationSeconds", 0);
    assertThat(RuleFixture.faults(fixture.put("AlarmRule", silence)))
        .containsExactlyInAnyOrder("V32 /threshold", "V32 /durationSeconds");
    ObjectNode due = rule("TASK_DUE");
    assertThat(RuleFixture.faults(fixture.put("AlarmRule", due)))
        .containsExactly("V32 /datastreamId");
    ObjectNode above = rule("ABOVE");
    above.remove("durationSeconds");
    assertThat(RuleFixture.faults(fixture.put("AlarmRule", above)))
        .containsExactly("V32 /threshold");
  }

  @Test
  @Tag("GLEBE_ALARM_RULES")
  void aFarmHasALimitedNumberOfRules() {
    fixture.records.datastreams.put(DATASTREAM, farm);
    fixture.settings = new RuleSettings(false, 100_000, false, "", "", "", 1);
    ObjectNode first = rule("ABOVE").put("threshold", 1);
    RuleFixture.accepted(fixture.put("AlarmRule", first));
    fixture.records.put("AlarmRule", first);
    ObjectNode second = first.deepCopy().put("id", UUID.randomUUID().toString());
    assertThat(RuleFixture.faults(fixture.put("AlarmRule", second))).containsExactly("V32 /farmId");
    RuleFixture.accepted(fixture.put("AlarmRule", first.deepCopy().put("name", "Changed")));
  }
}
