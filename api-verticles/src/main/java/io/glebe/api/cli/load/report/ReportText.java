package io.glebe.api.cli.load.report;

import io.glebe.api.cli.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A report as text for people. */
public final class ReportText {
  static final List<String> HEADINGS =
      List.of("ms from due time", "answers", "per s", "p50", "p90", "p99", "p99.9", "max");

  private static final double MEGA = 1e6;

  private ReportText() {}

  /** Prints the whole report. */
  public static void print(LoadReport report, PrintWriter out) {
    printHead(report, out);
    out.println();
    TextTable table = new TextTable().row(HEADINGS.toArray(String[]::new));
    for (LoadReport.Group group : report.groups()) {
      List<String> row = new ArrayList<>();
      row.add(group.name().equals(group.kind()) ? group.name() : "  " + group.name());
      row.addAll(cells(group));
      table.row(row.toArray(String[]::new));
    }
    table.print(out);
    out.println();
    faults(report, out);
    out.println(lateness(report));
    out.flush();
  }

  /** Prints the settings and the counts: two lines. */
  static void printHead(LoadReport report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "scenario %s, seed %d, %s, %s s at %s requests/s, %d clients, %d connections%n",
        report.scenario(),
        report.seed(),
        report.target(),
        number(report.seconds()),
        number(report.rate()),
        report.clients(),
        report.connections());
    LoadReport.Counts counts = report.counts();
    out.printf(
        Locale.ROOT,
        "%d requests due, %d answered (%.1f/s, %.1f MB), %d failed, %d not sent; sequence %s%n",
        counts.due(),
        counts.answered(),
        counts.perSecond(),
        counts.bytes() / MEGA,
        counts.failed(),
        counts.notSent(),
        report.sequence());
  }

  /** The columns after the name. */
  static List<String> cells(LoadReport.Group group) {
    LoadReport.Latency latency = group.latency();
    return List.of(
        Long.toString(group.answered()),
        number(group.perSecond()),
        number(latency.p50()),
        number(latency.p90()),
        number(latency.p99()),
        number(latency.p999()),
        number(latency.max()));
  }

  /** How late this program was. */
  static String lateness(LoadReport report) {
    LoadReport.Lateness lateness = report.lateness();
    return "sent after the due time by this program: p50 %s ms, p99 %s ms, at most %s ms"
        .formatted(number(lateness.p50()), number(lateness.p99()), number(lateness.max()));
  }

  private static void faults(LoadReport report, PrintWriter out) {
    if (report.isClean()) {
      out.println("no faults");
      return;
    }
    TextTable table = new TextTable().row("fault", "of", "count");
    for (LoadReport.Fault fault : report.faults()) {
      table.row(fault.fault(), fault.kind(), Long.toString(fault.count()));
    }
    table.print(out);
  }

  /** Three significant digits or all digits before the point. */
  static String number(double value) {
    double size = Math.abs(value);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
