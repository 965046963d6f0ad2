package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class StartReportTest {
  private final List<String> lines = new CopyOnWriteArrayList<>();

  @Test
  void aLongStepIsReportedWithItsProgress() {
    try (StartReport report = new StartReport(lines::add, Duration.ofMillis(20))) {
      report.begin("unpacking");
      assertThat(lines).containsExactly("unpacking ...");
      report.reached(1, 4);
      await().until(() -> lines.contains("unpacking: 25 %"));
      report.reached(4, 4);
      await().until(() -> lines.contains("unpacking: 100 %"));
      assertThat(lines).as("nothing is told twice").doesNotHaveDuplicates();
      report.step("opening");
      await().until(() -> lines.contains("opening ..."));
    }
  }

  @Test
  void aShortStepIsNotReported() {
    try (StartReport report = new StartReport(lines::add, Duration.ofHours(1))) {
      report.step("opening");
      report.reached(1, 2);
      report.step("compiling");
    }
    assertThat(lines).isEmpty();
  }
}
