package io.glebe.api.cli.load.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.glebe.api.boot.Glebe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadComparisonTest {
  private static final double SECONDS = 10;

  @TempDir private Path folder;

  /** Tiles of 1 to {@code tiles} milliseconds times the factor, and faults. */
  private static LoadReport report(int tiles, int factor, int faults, String other, long seed) {
    LoadMeasurements measured = new LoadMeasurements();
    for (int tile = 1; tile <= tiles; tile++) {
      measured.sent(0);
      measured.answered("tile", tile % 2 == 0 ? "warm" : "cold", 1_000_000L * tile * factor, 100);
    }
    measured.sent(2_000_000);
    measured.answered(other, "", 1_000_000, 1);
    for (int fault = 0; fault < faults; fault++) {
      measured.sent(0);
      measured.failed("tile", List.of("status 503"), 20);
    }
    measured.endInterval(SECONDS);
    return new LoadReport(
        LoadReport.FORMAT,
        "map",
        seed,
        "http://localhost:8080",
        50,
        SECONDS,
        20,
        256,
        "2026-01-01T00:00:00Z",
        "abc",
        measured.counts(SECONDS),
        measured.lateness(),
        measured.groups(SECONDS),
        measured.faults(),
        measured.intervals());
  }

  private static LoadComparison.Row row(LoadComparison compared, String group, String measure) {
    return compared.rows().stream()
        .filter(row -> row.group().equals(group) && row.measure().equals(measure))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ratiosAreThoseOfTheSecondReportToTheFirst() {
    LoadComparison compared =
        LoadComparison.of(report(1000, 1, 0, "record", 1), report(500, 3, 0, "record", 1));
    assertThat(compared.differences()).isEmpty();
    assertThat(compared.faults()).isEmpty();
    assertThat(row(compared, "tile", "per s").ratio()).isCloseTo(0.5, within(1e-9));
    assertThat(row(compared, "tile", "p50").ratio()).isCloseTo(1.5, within(0.02));
    assertThat(row(compared, "tile", "max").ratio()).isCloseTo(1.5, within(0.02));
    assertThat(row(compared, "tile cold", "p99").first()).isCloseTo(990, within(5.0));
  }

  @Test
  void groupsOfOneReportOnlyAndFaultsAreShown() {
    LoadComparison compared =
        LoadComparison.of(report(10, 1, 2, "record", 1), report(10, 1, 5, "series", 2));
    assertThat(compared.differences()).containsExactly("seed: 1 and 2");
    assertThat(row(compared, "record", "p50").second()).isNaN();
    assertThat(row(compared, "series", "p50").first()).isNaN();
    assertThat(compared.faults())
        .containsExactly(new LoadComparison.FaultRow("tile", "status 503", 2, 5));
    assertThat(compared.json().at("/rows/0/group").asText()).isEqualTo("record");
    assertThat(compared.json().at("/rows/0/first").asDouble()).isPositive();
    assertThat(compared.json().at("/rows/0/second").isNull()).isTrue();
    assertThat(compared.json().at("/rows/0/ratio").isNull()).isTrue();
  }

  @Test
  void theCommandReadsFilesAndFolders() throws IOException {
    Path first = Files.createDirectory(folder.resolve("first"));
    Path second = Files.createDirectory(folder.resolve("second"));
    ReportFiles.write(report(100, 1, 0, "record", 1), first);
    ReportFiles.write(report(100, 2, 1, "record", 1), second);
    Glebe.CommandResult done =
        Glebe.run("load", "--compare", first.toString(), second.resolve("load.json").toString());
    assertThat(done.err()).isEmpty();
    assertThat(done.code()).isZero();
    assertThat(done.out()).contains("B/A", "tile cold", "p99.9", "status 503");
    assertThat(LoadReport.read(first)).isEqualTo(report(100, 1, 0, "record", 1));
  }

  @Test
  void anotherFileIsNoReport() throws IOException {
    Path file = Files.writeString(folder.resolve("other.json"), "{\"format\":\"other\"}");
    assertThatThrownBy(() -> LoadReport.read(file)).hasMessageContaining("no report");
    Glebe.CommandResult none = Glebe.run("load", "--compare", folder.toString(), file.toString());
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).startsWith("glebe: there is no report ");
  }

  @Test
  void faultsBeyondTheLimitAreCountedAsOthers() {
    LoadMeasurements measured = new LoadMeasurements();
    for (int i = 0; i < 500; i++) {
      measured.failed("tile", List.of("fault " + i), 0);
    }
    assertThat(measured.faults()).hasSize(101);
    assertThat(measured.faults().stream().mapToLong(LoadReport.Fault::count).sum()).isEqualTo(500);
  }

  @Test
  void thePageShowsFaultsAndNeedsNoScript() {
    String page = ReportPage.of(report(1000, 1, 3, "record", 1));
    assertThat(page).contains("<svg", "status 503", "tile cold", "99.9 %");
    assertThat(page).doesNotContain("<script", "NaN", "Infinity", "src=", "@import");
  }
}
