package io.glebe.api.boot.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How much the cache of chunks may hold, by what the process has resident. */
class CacheTrimRuleTest {
  private static final long MB = 1 << 20;
  private static final long AIM = 880 * MB;
  private static final long MOST = 192 * MB;

  private final CacheTrimRule rule = new CacheTrimRule(AIM, MOST);

  @Test
  void aProcessBelowItsAimKeepsItsCache() {
    assertThat(rule.limit(AIM, 240 * MB)).isEqualTo(MOST);
    assertThat(rule.limit(300 * MB, 240 * MB)).isEqualTo(MOST);
  }

  @Test
  @Tag("GLEBE_RESIDENT_MEMORY")
  void theCacheLosesWhatIsBeyondTheAim() {
    assertThat(rule.limit(AIM + 50 * MB, 240 * MB)).isEqualTo(142 * MB);
    assertThat(rule.limit(AIM + 30 * MB, 150 * MB)).isEqualTo(112 * MB);
  }

  @Test
  @Tag("GLEBE_RESIDENT_MEMORY")
  void theCacheKeepsAQuarterInAnyCase() {
    assertThat(rule.limit(4 * AIM, 240 * MB)).isEqualTo(MOST / 4);
    assertThat(rule.limit(4 * AIM, 20 * MB)).isEqualTo(MOST / 4);
  }

  @Test
  void theCacheGrowsAgainInSteps() {
    rule.limit(AIM + 50 * MB, 240 * MB);
    assertThat(rule.limit(AIM - MB, 142 * MB)).as("close to the aim").isEqualTo(142 * MB);
    assertThat(rule.limit(700 * MB, 142 * MB)).isEqualTo(158 * MB);
    assertThat(rule.limit(700 * MB, 158 * MB)).isEqualTo(174 * MB);
    assertThat(rule.limit(700 * MB, 174 * MB)).isEqualTo(190 * MB);
    assertThat(rule.limit(700 * MB, 190 * MB)).isEqualTo(MOST);
  }

  @Test
  void theResidentMemoryOfThisProcessIsKnown() {
    assumeThat(Path.of("/proc/self/status")).exists();
    assertThat(CacheTrim.resident()).isGreaterThan(16 * MB);
  }
}
