package io.glebe.api.cli.load.report;

import io.glebe.api.http.html.Html;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** A report as one HTML page that needs no script and no other file. */
final class ReportPage {
  private static final int MARKS = 6;
  private static final double MICROS = 1e3;

  /** Positions of percentiles: the number of nines after the point. */
  private static final List<LinePlot.Mark> PERCENTILES =
      List.of(
          new LinePlot.Mark(0, "0"),
          new LinePlot.Mark(1, "90 %"),
          new LinePlot.Mark(2, "99 %"),
          new LinePlot.Mark(3, "99.9 %"),
          new LinePlot.Mark(4, "99.99 %"));

  private static final double LAST_PERCENTILE = 4;
  private static final double STEP = 0.05;

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1d2b22; --paper: #fff; --grid: #d8dfd9; --soft: #5b6b61; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6ece8; --paper: #141a16; --grid: #35413a; --soft: #9fb0a5; } }
      body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
        font: 15px/1.5 system-ui, sans-serif; }
      h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .3rem; } p { margin: .3rem 0; }
      small, .soft { color: var(--soft); }
      .scroll { overflow-x: auto; }
      table { font-variant-numeric: tabular-nums; }
      td, th { padding: .2rem .7rem; text-align: right; border: 0; border-bottom: 1px solid var(--grid); white-space: nowrap; }
      td:first-child, th:first-child { text-align: left; padding-left: 0; }
      td.part { padding-left: 1.2rem; color: var(--soft); }
      .bad { color: #b3261e; font-weight: 600; }
      svg { width: 100%; height: auto; display: block; font-size: 12px; }
      svg text { fill: var(--soft); } .grid { stroke: var(--grid); }
      polyline { fill: none; stroke-width: 1.8; stroke-linejoin: round; } .dashed { stroke-dasharray: 5 4; opacity: .75; }
      ul.key { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; margin: .3rem 0; }
      ul.key span { display: inline-block; width: 1rem; border-top: 3px solid; margin-right: .4rem; vertical-align: middle; }
      li.dashed span { border-top-style: dashed; }
      .c0 { stroke: #2e7d32; color: #2e7d32; } .c1 { stroke: #1565c0; color: #1565c0; } .c2 { stroke: #ef6c00; color: #ef6c00; }
      .c3 { stroke: #8e24aa; color: #8e24aa; } .c4 { stroke: #00838f; color: #00838f; } .c5 { stroke: #c62828; color: #c62828; }
      .c6 { stroke: #9e9d24; color: #9e9d24; } .c7 { stroke: #6d4c41; color: #6d4c41; } .c8 { stroke: #d81b60; color: #d81b60; }
      .c9 { stroke: #546e7a; color: #546e7a; } circle { fill: currentColor; }
      """;

  private static final int STYLES = 10;

  private final LoadReport report;
  private final StringBuilder html = new StringBuilder(1 << 16);

  private ReportPage(LoadReport report) {
    this.report = report;
  }

  static String of(LoadReport report) {
    return new ReportPage(report).page();
  }

  private String page() {
    html.append(Html.start("Load: " + report.scenario(), STYLE));
    head();
    table();
    faults();
    html.append("<h2>Latency by percentile</h2>");
    html.append("<p class=\"soft\">Milliseconds from the time at which a request was due.</p>");
    percentiles();
    html.append("<h2>Latency over time</h2>");
    html.append("<p class=\"soft\">Median, and 99th percentile with dashes.</p>");
    overTime();
    html.append("<h2>Requests per second</h2>");
    rates();
    return html.append(Html.END).append('\n').toString();
  }

  private void head() {
    html.append("<h1>Load: ").append(escaped(report.scenario())).append("</h1>");
    StringWriter text = new StringWriter();
    ReportText.printHead(report, new PrintWriter(text, true));
    text.toString()
        .lines()
        .forEach(line -> html.append("<p>").append(escaped(line)).append("</p>"));
    html.append("<p class=\"soft\">Started ").append(escaped(report.startedAt())).append("; ");
    html.append(escaped(ReportText.lateness(report))).append("</p>");
  }

  private void table() {
    html.append("<h2>Latencies in milliseconds</h2><div class=\"scroll\"><table><tr>");
    for (String heading : ReportText.HEADINGS) {
      html.append("<th>").append(escaped(heading)).append("</th>");
    }
    html.append("</tr>");
    for (LoadReport.Group group : report.groups()) {
      boolean isPart = !group.name().equals(group.kind());
      html.append("<tr><td").append(isPart ? " class=\"part\">" : ">");
      html.append(escaped(group.name())).append("</td>");
      ReportText.cells(group).forEach(cell -> html.append("<td>").append(cell).append("</td>"));
      html.append("</tr>\n");
    }
    html.append("</table></div>");
  }

  private void faults() {
    html.append("<h2>Faults</h2>");
    if (report.isClean()) {
      html.append("<p>None.</p>");
      return;
    }
    html.append("<div class=\"scroll\"><table><tr><th>fault</th><th>of</th><th>count</th></tr>");
    for (LoadReport.Fault fault : report.faults()) {
      html.append("<tr><td class=\"bad\">").append(escaped(fault.fault())).append("</td><td>");
      html.append(escaped(fault.kind())).append("</td><td>").append(fault.count());
      html.append("</td></tr>\n");
    }
    html.append("</table></div>");
  }

  private void percentiles() {
    List<LinePlot.Line> lines = new ArrayList<>();
    for (LoadReport.Group group : report.groups()) {
      boolean isPart = !group.name().equals(group.kind());
      boolean hasParts =
          report.groups().stream().anyMatch(other -> other.name().startsWith(group.name() + " "));
      if (isPart || !hasParts) {
        int style = lines.size();
        lines.add(
            new LinePlot.Line(
                group.name(), style % STYLES, style >= STYLES, curve(group.latency())));
      }
    }
    plot("latency by percentile", lines, LAST_PERCENTILE, PERCENTILES, true, " ms");
  }

  /** Latency at each percentile, as far as there are answers beyond it. */
  private static List<LinePlot.Point> curve(LoadReport.Latency latency) {
    Histogram histogram;
    try {
      histogram =
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(latency.histogram())), 0);
    } catch (DataFormatException e) {
      throw new IllegalStateException("the histogram was encoded by this program", e);
    }
    double answers = histogram.getTotalCount();
    double last = Math.min(LAST_PERCENTILE, Math.log10(Math.max(1, answers)));
    List<LinePlot.Point> points = new ArrayList<>();
    for (double nines = 0; nines <= last + STEP / 2; nines += STEP) {
      double percentile = 100 * (1 - Math.pow(10, -nines));
      points.add(new LinePlot.Point(nines, histogram.getValueAtPercentile(percentile) / MICROS));
    }
    return points;
  }

  private void overTime() {
    List<String> kinds = report.groups().stream().map(LoadReport.Group::kind).distinct().toList();
    List<LinePlot.Line> lines = new ArrayList<>();
    for (int kind = 0; kind < kinds.size(); kind++) {
      List<LinePlot.Point> medians = new ArrayList<>();
      List<LinePlot.Point> high = new ArrayList<>();
      for (LoadReport.Interval interval : report.intervals()) {
        for (LoadReport.Slice slice : interval.slices()) {
          if (slice.kind().equals(kinds.get(kind))) {
            medians.add(new LinePlot.Point(middle(interval), slice.p50()));
            high.add(new LinePlot.Point(middle(interval), slice.p99()));
          }
        }
      }
      lines.add(new LinePlot.Line(kinds.get(kind), kind % STYLES, false, medians));
      lines.add(new LinePlot.Line("", kind % STYLES, true, high));
    }
    plot("latency over time", lines, end(), times(), true, " ms");
  }

  private void rates() {
    List<LinePlot.Point> sent = new ArrayList<>();
    List<LinePlot.Point> answered = new ArrayList<>();
    List<LinePlot.Point> failed = new ArrayList<>();
    for (LoadReport.Interval interval : report.intervals()) {
      double seconds = Math.max(interval.seconds(), 1e-3);
      sent.add(new LinePlot.Point(middle(interval), interval.sent() / seconds));
      answered.add(new LinePlot.Point(middle(interval), interval.answered() / seconds));
      failed.add(new LinePlot.Point(middle(interval), interval.failed() / seconds));
    }
    List<LinePlot.Line> lines =
        List.of(
            new LinePlot.Line("sent", 9, false, sent),
            new LinePlot.Line("answered", 0, false, answered),
            new LinePlot.Line("failed or not sent", 5, false, failed));
    plot("requests per second over time", lines, end(), times(), false, "");
  }

  private static double middle(LoadReport.Interval interval) {
    return interval.from() + interval.seconds() / 2;
  }

  private double end() {
    return report.intervals().stream()
        .mapToDouble(interval -> interval.from() + interval.seconds())
        .max()
        .orElse(1);
  }

  private List<LinePlot.Mark> times() {
    List<LinePlot.Mark> marks = new ArrayList<>();
    double end = end();
    double step = Math.max(1, Math.ceil(end / MARKS));
    for (double at = 0; at <= end; at += step) {
      marks.add(new LinePlot.Mark(at, String.format(Locale.ROOT, "%.0f s", at)));
    }
    return marks;
  }

  private void plot(
      String title,
      List<LinePlot.Line> lines,
      double right,
      List<LinePlot.Mark> marks,
      boolean logarithmic,
      String unit) {
    html.append(LinePlot.draw(title, lines, right, marks, logarithmic, unit));
    html.append("<ul class=\"key\">");
    for (LinePlot.Line line : lines) {
      if (!line.name().isEmpty()) {
        html.append("<li class=\"c").append(line.style());
        html.append(line.dashed() ? " dashed\"" : "\"").append("><span></span>");
        html.append(escaped(line.name())).append("</li>");
      }
    }
    html.append("</ul>\n");
  }

  private static String escaped(String text) {
    return Html.escape(text);
  }
}
