package io.glebe.api.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.Glebe;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.cli.load.client.AccessTokens;
import io.glebe.api.cli.load.client.Discovery;
import io.glebe.api.cli.load.client.TargetClient;
import io.glebe.api.cli.load.report.LoadReport;
import io.glebe.api.cli.load.scenario.LoadAnswer;
import io.glebe.api.cli.load.scenario.LoadRequest;
import io.glebe.api.cli.load.scenario.MapLayers;
import io.glebe.api.cli.load.scenario.MapScenario;
import io.glebe.core.config.ProcessSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code glebe load} against a platform with the sample. */
class LoadCommandTest {
  /** The classes that each scenario must have measured. */
  private static final Map<String, Set<String>> KINDS =
      Map.of(
          "map", Set.of("tile"),
          "dashboard", Set.of("record", "series", "observation"),
          "iot", Set.of("observation"),
          "sync", Set.of("sync", "record"),
          "mixed", Set.of("tile", "sync", "observation"));

  /** Parts of them that are there without faults. */
  private static final Map<String, Set<String>> PARTS =
      Map.of(
          "map", Set.of("tile vector"),
          "dashboard", Set.of("record list", "series field", "series sensor"),
          "iot", Set.of("observation one", "observation array"),
          "sync", Set.of("sync push", "sync pull"),
          "mixed", Set.of());

  private static final String BUSY = "status 503";
  private static final Set<String> STATES = Set.of("cold", "warm", "304");
  private static final int MOST_STEPS = 200;

  @TempDir private static Path data;
  private static Platform platform;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException {
    platform = Platform.start(TestPlatform.settings(data).with(ProcessSettings.SAMPLE, "true"));
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private LoadReport report(String scenario, int seed, int rate, int seconds) throws IOException {
    Path target = folder.resolve(scenario + "-" + seed);
    Glebe.CommandResult done =
        load(
            "--scenario",
            scenario,
            "--seed",
            Integer.toString(seed),
            "--rate",
            Integer.toString(rate),
            "--seconds",
            Integer.toString(seconds),
            "--clients",
            "4",
            "--report",
            target.toString());
    assertThat(done.err()).contains("seed " + seed, "answered");
    assertThat(done.out()).contains("seed " + seed);
    LoadReport report = LoadReport.read(target);
    assertThat(done.code()).as(done.out() + done.err()).isEqualTo(report.isClean() ? 0 : 1);
    return report;
  }

  private static Glebe.CommandResult load(String... options) {
    List<String> all = new ArrayList<>(List.of("load", "--target", platform.address()));
    all.addAll(List.of(options));
    return Glebe.run(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"map", "dashboard", "iot", "sync", "mixed"})
  void aScenarioIsMeasuredWithoutFaults(String scenario) throws IOException {
    LoadReport report = report(scenario, 7, 20, 3);
    LoadReport.Counts counts = report.counts();
    assertThat(counts.due()).isBetween(20L, 300L);
    assertThat(counts.answered() + counts.failed()).isEqualTo(counts.due());
    assertThat(counts.notSent()).isZero();
    // a slow machine refuses some requests, and nothing else goes wrong
    assertThat(report.faults()).allMatch(fault -> fault.fault().equals(BUSY));
    Set<String> names = new HashSet<>();
    report.groups().forEach(group -> names.add(group.name()));
    report.faults().forEach(fault -> names.add(fault.kind()));
    assertThat(names).containsAll(KINDS.get(scenario));
    if (report.isClean()) {
      assertThat(names).containsAll(PARTS.get(scenario));
    }
    for (LoadReport.Group group : report.groups()) {
      LoadReport.Latency is = group.latency();
      assertThat(List.of(is.min(), is.p50(), is.p75(), is.p90(), is.p95(), is.p99(), is.p999()))
          .as(group.name())
          .isSorted();
      assertThat(is.max()).isGreaterThanOrEqualTo(is.mean());
    }
    assertThat(sumOfClasses(report)).isEqualTo(counts.answered());
    assertThat(report.intervals().stream().mapToLong(LoadReport.Interval::answered).sum())
        .isEqualTo(counts.answered());
    assertThat(Files.readString(folder.resolve(scenario + "-7/load.html"))).contains("<svg");
    assertThat(names("farms")).doesNotContain("Load test");
    assertThat(names("organizations")).doesNotContain("Load test");
  }

  private static long sumOfClasses(LoadReport report) {
    return report.groups().stream()
        .filter(group -> group.name().equals(group.kind()))
        .mapToLong(LoadReport.Group::answered)
        .sum();
  }

  /** The names of all records of a collection, in the database. */
  private static String names(String collection) {
    StringBuilder names = new StringBuilder();
    platform
        .infrastructure()
        .database()
        .query("select doc ->> 'name' from record." + collection)
        .await()
        .forEach(row -> names.append(row.getString(0)).append('\n'));
    return names.toString();
  }

  @Test
  void theSameSeedSendsTheSameRequests() throws IOException {
    String first = report("mixed", 21, 20, 2).sequence();
    assertThat(report("mixed", 21, 20, 2).sequence()).isEqualTo(first);
    assertThat(report("mixed", 22, 20, 2).sequence()).isNotEqualTo(first);
  }

  @Test
  void tilesOfThePlatformAreColdWarmAndUnchanged() throws IOException {
    Set<String> seen = new HashSet<>();
    AccessTokens tokens = new AccessTokens(Map.of(), Optional.empty(), "owner");
    try (TargetClient target = TargetClient.open(URI.create(platform.address()), 4, null, tokens)) {
      List<MapLayers> maps = new Discovery(target).maps();
      assertThat(maps).isNotEmpty();
      // the second viewer walks as the first one, with another browser
      MapScenario first = new MapScenario(maps, 1, 5);
      MapScenario second = new MapScenario(maps, 1, 5);
      for (int steps = 0; steps < MOST_STEPS && !seen.containsAll(STATES); steps++) {
        seen.addAll(details(first, target));
        seen.addAll(details(second, target));
      }
    }
    assertThat(seen).containsAll(STATES);
  }

  /** Waits for each answer of the next step, so that the next one knows all ETags. */
  private static Set<String> details(MapScenario viewer, TargetClient target) {
    Set<String> details = new HashSet<>();
    for (LoadRequest request : viewer.next(0)) {
      LoadAnswer answer = target.send(request).await();
      if (answer.isGood()) {
        details.add(request.reader().read(answer).detail());
      }
    }
    return details;
  }

  @Test
  void aKeptFarmIsEmptiedByTheNextRunWithItsSeed() throws IOException {
    String[] options = {"--scenario=sync", "--seed=31", "--rate=20", "--seconds=1", "--clients=2"};
    List<String> kept = new ArrayList<>(List.of(options));
    kept.add("--keep");
    Glebe.CommandResult done = load(kept.toArray(String[]::new));
    assertThat(done.err()).as(done.out()).contains("is kept");
    assertThat(names("farms")).contains("Load test 31");
    Glebe.CommandResult again = load(options);
    assertThat(again.err()).as(again.out()).contains("deleting").doesNotContain("left");
    assertThat(names("farms")).doesNotContain("Load test 31");
  }

  @Test
  void aWrongOptionOrTargetIsOneLine() {
    assertThat(load().err()).startsWith("glebe: which scenario?");
    assertThat(load("--scenario", "map", "--rate", "0").err())
        .isEqualTo("glebe: --rate needs a number from 0.01 to 100000");
    assertThat(load("--scenario", "moon").err())
        .isEqualTo("glebe: --scenario needs map, dashboard, iot, sync or mixed");
    assertThat(load("--scenario", "map", "--user", "stranger", "--seconds", "1").code())
        .isEqualTo(1);
    Glebe.CommandResult outside =
        Glebe.run("load", "--scenario", "map", "--target", "http://example.org");
    assertThat(outside.code()).isEqualTo(2);
    assertThat(outside.err()).contains("https");
    Glebe.CommandResult nobody =
        Glebe.run("load", "--scenario", "map", "--target", "http://127.0.0.1:1");
    assertThat(nobody.code()).isEqualTo(1);
    assertThat(nobody.err()).contains("does not answer");
  }
}
