package io.glebe.api.cli.load.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.cli.TextTable;
import io.glebe.core.json.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Two reports beside each other.
 *
 * @param differences settings of the runs that differ, so that a reader knows what is compared
 */
public record LoadComparison(List<String> differences, List<Row> rows, List<FaultRow> faults) {
  /**
   * One measure of a group.
   *
   * @param ratio second divided by first; NaN where one of them is absent or the first is 0
   */
  public record Row(String group, String measure, double first, double second, double ratio) {}

  /** How often a fault occurred in both runs. */
  public record FaultRow(String kind, String fault, long first, long second) {}

  public static LoadComparison of(LoadReport first, LoadReport second) {
    List<Row> rows = new ArrayList<>();
    Map<String, LoadReport.Group> others = new LinkedHashMap<>();
    second.groups().forEach(group -> others.put(group.name(), group));
    for (LoadReport.Group group : first.groups()) {
      LoadReport.Group other = others.remove(group.name());
      add(group.name(), measures(group), other == null ? Map.of() : measures(other), rows);
    }
    others.values().forEach(group -> add(group.name(), Map.of(), measures(group), rows));
    return new LoadComparison(differences(first, second), rows, faults(first, second));
  }

  private static Map<String, Double> measures(LoadReport.Group group) {
    Map<String, Double> measures = new LinkedHashMap<>();
    measures.put("per s", group.perSecond());
    measures.put("p50", group.latency().p50());
    measures.put("p90", group.latency().p90());
    measures.put("p99", group.latency().p99());
    measures.put("p99.9", group.latency().p999());
    measures.put("max", group.latency().max());
    return measures;
  }

  private static void add(
      String group, Map<String, Double> first, Map<String, Double> second, List<Row> rows) {
    for (String measure : (first.isEmpty() ? second : first).keySet()) {
      double a = first.getOrDefault(measure, Double.NaN);
      double b = second.getOrDefault(measure, Double.NaN);
      rows.add(new Row(group, measure, a, b, a == 0 ? Double.NaN : b / a));
    }
  }

  private static List<String> differences(LoadReport first, LoadReport second) {
    List<String> found = new ArrayList<>();
    Map<String, String> others = settings(second);
    settings(first)
        .forEach(
            (name, value) -> {
              if (!value.equals(others.get(name))) {
                found.add(name + ": " + value + " and " + others.get(name));
              }
            });
    return found;
  }

  private static Map<String, String> settings(LoadReport report) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("scenario", report.scenario());
    settings.put("target", report.target());
    settings.put("seed", Long.toString(report.seed()));
    settings.put("rate", ReportText.number(report.rate()));
    settings.put("seconds", ReportText.number(report.seconds()));
    settings.put("clients", Integer.toString(report.clients()));
    settings.put("connections", Integer.toString(report.connections()));
    settings.put("sequence of requests", report.sequence());
    return settings;
  }

  private static List<FaultRow> faults(LoadReport first, LoadReport second) {
    Map<String, FaultRow> rows = new TreeMap<>();
    first.faults().forEach(f -> rows.put(key(f), new FaultRow(f.kind(), f.fault(), f.count(), 0)));
    second
        .faults()
        .forEach(
            f ->
                rows.merge(
                    key(f),
                    new FaultRow(f.kind(), f.fault(), 0, f.count()),
                    (a, b) -> new FaultRow(a.kind(), a.fault(), a.first(), b.second())));
    return List.copyOf(rows.values());
  }

  private static String key(LoadReport.Fault fault) {
    return fault.kind() + " " + fault.fault();
  }

  /** As JSON; a value that is absent in one report is null. */
  public JsonNode json() {
    var json = Json.object();
    differences.forEach(json.putArray("differences")::add);
    var list = json.putArray("rows");
    for (Row row : rows) {
      var one = list.addObject().put("group", row.group()).put("measure", row.measure());
      one.put("first", nullable(row.first())).put("second", nullable(row.second()));
      one.put("ratio", nullable(row.ratio()));
    }
    json.set("faults", Json.mapper().valueToTree(faults));
    return json;
  }

  private static @Nullable Double nullable(double value) {
    return Double.isFinite(value) ? (Double) value : null;
  }

  public void print(PrintWriter out) {
    differences.forEach(difference -> out.println("the runs differ in " + difference));
    TextTable table = new TextTable().row("group", "measure", "A", "B", "B/A");
    String last = "";
    for (Row row : rows) {
      table.row(
          row.group().equals(last) ? "" : row.group(),
          row.measure(),
          text(row.first()),
          text(row.second()),
          text(row.ratio()));
      last = row.group();
    }
    table.print(out);
    out.println();
    if (faults.isEmpty()) {
      out.println("no faults in both");
    } else {
      TextTable list = new TextTable().row("fault", "of", "A", "B");
      faults.forEach(f -> list.row(f.fault(), f.kind(), "" + f.first(), "" + f.second()));
      list.print(out);
    }
    out.flush();
  }

  private static String text(double value) {
    return Double.isFinite(value) ? ReportText.number(value) : "-";
  }
}
