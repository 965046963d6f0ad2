package io.glebe.core.record.rule.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which values count as invalid. */
class FindingsTest {
  private final Findings findings = new Findings();

  @Test
  void aValueIsFaultyWithWhatItContainsAndWithWhatContainsIt() {
    findings.invalid("maxItems", "/permissions", "at most 200 items");
    findings.invalid("type", "/shares/3/share", "the expected type is a number");
    assertThat(findings.faulty("/permissions")).isTrue();
    assertThat(findings.faulty("/permissions/0")).isTrue();
    assertThat(findings.faulty("/shares")).isTrue();
    assertThat(findings.faulty("/shares/3")).isTrue();
    assertThat(findings.faulty("/shares/30")).isFalse();
    assertThat(findings.faulty("/permissionsOfOthers")).isFalse();
  }

  @Test
  void anErrorOfTheWholeBodyIsNoErrorOfItsMembers() {
    findings.invalid("required", "", "one of machineId, workerId is required");
    assertThat(findings.faulty("/name")).isFalse();
  }

  @Test
  void everyValueIsFaultyWhenNotAllErrorsAreKept() {
    for (int i = 0; i < 2_000; i++) {
      findings.invalid("type", "/names/" + i, "the expected type is text");
    }
    assertThat(findings.faulty("/names/1999")).isTrue();
    assertThat(findings.faulty("/permissions/0")).isTrue();
  }
}
