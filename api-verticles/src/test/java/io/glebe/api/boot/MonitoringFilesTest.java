package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.spatio.Tools;
import io.glebe.core.json.Json;
import io.glebe.core.metrics.MeterNames;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alert rules and the dashboard against the metrics of the platform, and by promtool. */
class MonitoringFilesTest {
  private static final Path RULES = Path.of("..", "docker", "prometheus");
  private static final Path DASHBOARD = Path.of("..", "docker", "grafana", "glebe.json");
  private static final Pattern METRIC =
      Pattern.compile("\\b(glebe|jvm|process)_[a-z_]+?(?=(_count|_sum|_bucket)?\\b[^_a-z])");
  private static final Pattern DOCUMENTED = Pattern.compile("(?m)(?<=^\\| )`glebe_\\w+`");
  private static final Pattern ALERT = Pattern.compile("(?m)^ *- alert: (\\w+)$");

  /** Meters without a panel, each with its reason. */
  private static final Map<String, String> WITHOUT_PANEL =
      Map.of(MeterNames.BUILD, "always 1; its labels are the list of processes to choose from");

  @TempDir private Path folder;

  private static String text(Path file) throws IOException {
    return Files.readString(file);
  }

  private static List<String> expressions() throws IOException {
    List<String> all = new ArrayList<>();
    for (JsonNode panel : Json.parse(text(DASHBOARD)).path("panels")) {
      panel.path("targets").forEach(target -> all.add(target.path("expr").asText()));
    }
    return all;
  }

  private static Set<String> alerts() throws IOException {
    return ALERT
        .matcher(text(RULES.resolve("alerts.yaml")))
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void promtool(Path place, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(place.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  /** The names of all series that the platform publishes, without the ends of their parts. */
  private static Set<String> published() throws IOException, InterruptedException {
    return MetersTest.page()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("[{ ]", 2)[0].replaceFirst("_(count|sum|bucket|max)$", ""))
        .collect(Collectors.toSet());
  }

  private static void assertPublished(String text, Pattern names, int atLeast) throws Exception {
    Set<String> unknown =
        names
            .matcher(text)
            .results()
            .map(match -> match.group().replace("`", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(unknown).hasSizeGreaterThan(atLeast);
    unknown.removeAll(published());
    unknown.removeIf(name -> MetersTest.ofOutsideSystems().anyMatch(name::startsWith));
    assertThat(unknown).isEmpty();
  }

  @Test
  void everyMetricInThemIsPublishedUnderExactlyThisName() throws Exception {
    String variables = Json.parse(text(DASHBOARD)).path("templating").toString();
    assertPublished(
        text(RULES.resolve("alerts.yaml")) + String.join("\n", expressions()) + variables,
        METRIC,
        20);
  }

  @Test
  void everyMetricOfTheDocumentationIsPublishedUnderExactlyThisName() throws Exception {
    assertPublished(text(Path.of("..", "docs", "metrics.md")), DOCUMENTED, 50);
  }

  /** A meter that nobody can see is of no use; a panel is not needed for what is no quantity. */
  @Test
  void everyMeterHasAPanelOrAReason() throws Exception {
    String shown = String.join("\n", expressions());
    Set<String> missing = new TreeSet<>();
    for (Field constant : MeterNames.class.getFields()) {
      String meter = (String) constant.get(null);
      if (!shown.contains(meter.replace('.', '_'))) {
        missing.add(meter);
      }
    }
    assertThat(missing).isEqualTo(WITHOUT_PANEL.keySet());
  }

  @Test
  void everyObjectiveHasAlertsThatExist() throws IOException {
    String page = text(Path.of("..", "docs", "operations.md"));
    String objectives = page.substring(page.indexOf("### Objectives"), page.indexOf("## Who"));
    List<String> rows = objectives.lines().filter(line -> line.startsWith("| ")).skip(1).toList();
    assertThat(rows).hasSizeGreaterThan(5);
    for (String row : rows) {
      List<String> named =
          Pattern.compile("`(Glebe\\w+)`").matcher(row).results().map(m -> m.group(1)).toList();
      assertThat(named).as(row).isNotEmpty().isSubsetOf(alerts());
    }
  }

  @Test
  void everyAlertIsDescribed() throws IOException {
    String page = text(Path.of("..", "docs", "operations", "alerts.md"));
    Set<String> missing = alerts();
    missing.removeIf(alert -> page.contains("`" + alert + "`"));
    assertThat(missing).isEmpty();
  }

  @Test
  void everyAlertFiresByItsConditionAndOnlyByIt() throws Exception {
    String cases = text(RULES.resolve("alerts.test.yaml"));
    for (String alert : alerts()) {
      assertThat(cases)
          .contains("alertname: " + alert + "\n        exp_alerts:\n")
          .contains("alertname: " + alert + "\n        exp_alerts: []");
    }
    Tools.require(Tools.program(List.of("promtool")).isPresent(), "promtool");
    promtool(RULES, "check", "config", "prometheus.yaml");
    promtool(RULES, "check", "rules", "alerts.yaml");
    promtool(RULES, "test", "rules", "alerts.test.yaml");
  }

  @Test
  void prometheusUnderstandsTheExpressionsOfTheDashboard() throws Exception {
    Tools.require(Tools.program(List.of("promtool")).isPresent(), "promtool");
    StringBuilder rules = new StringBuilder("groups:\n- name: dashboard\n  rules:\n");
    int number = 0;
    for (String expression : expressions()) {
      rules.append("  - record: panel").append(number++).append("\n    expr: '");
      rules.append(expression.replace("$__rate_interval", "5m")).append("'\n");
    }
    Files.writeString(folder.resolve("dashboard.yaml"), rules);
    promtool(folder, "check", "rules", "dashboard.yaml");
  }
}
