package io.glebe.api.cli.load.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Lines over a horizontal axis as inline SVG. The vertical axis is logarithmic (milliseconds) or
 * begins at 0.
 */
final class LinePlot {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 320;
  private static final int LEFT = 84;
  private static final int RIGHT = 28;
  private static final int TOP = 12;
  private static final int BOTTOM = 40;
  private static final double SMALLEST = 0.01;
  private static final int STEPS = 5;

  private final StringBuilder svg = new StringBuilder(1 << 14);
  private final double right;
  private final double low;
  private final double high;
  private final boolean logarithmic;

  /** A point in units of the axes. */
  record Point(double x, double y) {}

  /**
   * A line.
   *
   * @param style number of its colour
   * @param dashed whether it is drawn with dashes
   */
  record Line(String name, int style, boolean dashed, List<Point> points) {}

  /** A mark of the horizontal axis. */
  record Mark(double x, String text) {}

  private LinePlot(List<Line> lines, double right, boolean logarithmic) {
    this.right = Math.max(right, 1e-9);
    this.logarithmic = logarithmic;
    double most = values(lines).max(Double::compare).orElse(1.0);
    double least = values(lines).min(Double::compare).orElse(SMALLEST);
    this.high = logarithmic ? power(Math.max(most, 10 * SMALLEST), true) : nice(most);
    this.low = logarithmic ? Math.min(power(Math.max(least, SMALLEST), false), high / 10) : 0;
  }

  private static Stream<Double> values(List<Line> lines) {
    return lines.stream().flatMap(line -> line.points().stream()).map(Point::y);
  }

  private static double power(double value, boolean up) {
    double exponent = Math.log10(value);
    return Math.pow(10, up ? Math.ceil(exponent) : Math.floor(exponent));
  }

  /** The next number of the form 1, 2 or 5 times a power of ten. */
  private static double nice(double value) {
    double unit = power(Math.max(value, 1e-3), false);
    return Stream.of(1.0, 2.0, 5.0, 10.0)
        .map(factor -> factor * unit)
        .filter(candidate -> candidate >= value)
        .findFirst()
        .orElse(10 * unit);
  }

  /**
   * Draws the lines.
   *
   * @param title says to people who do not see it what is drawn
   * @param right end of the horizontal axis, which begins at 0
   */
  static String draw(
      String title,
      List<Line> lines,
      double right,
      List<Mark> marks,
      boolean logarithmic,
      String unit) {
    LinePlot plot = new LinePlot(lines, right, logarithmic);
    plot.svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
            .formatted(WIDTH, HEIGHT, title));
    plot.axes(marks, unit);
    lines.forEach(plot::line);
    return plot.svg.append("</svg>\n").toString();
  }

  private double x(double value) {
    return LEFT + value / right * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    double share =
        logarithmic
            ? Math.log10(Math.max(value, low) / low) / Math.log10(high / low)
            : value / high;
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
  }

  private void axes(List<Mark> marks, String unit) {
    if (logarithmic) {
      for (double at = low; at <= high * 1.001; at *= 10) {
        level(at, unit);
      }
    } else {
      for (int step = 0; step <= STEPS; step++) {
        level(high * step / STEPS, unit);
      }
    }
    for (Mark mark : marks) {
      String at = pixels(x(mark.x()));
      add(
          "<line class=\"grid\" x1=\"%1$s\" x2=\"%1$s\" y1=\"%2$d\" y2=\"%3$d\"/>"
              .formatted(at, TOP, HEIGHT - BOTTOM));
      add(
          "<text x=\"%s\" y=\"%d\" text-anchor=\"middle\">%s</text>"
              .formatted(at, HEIGHT - BOTTOM + 20, mark.text()));
    }
  }

  private void level(double value, String unit) {
    add(
        "<line class=\"grid\" x1=\"%1$d\" x2=\"%2$d\" y1=\"%3$s\" y2=\"%3$s\"/>"
            .formatted(LEFT, WIDTH - RIGHT, pixels(y(value))));
    add(
        "<text x=\"%d\" y=\"%s\" text-anchor=\"end\">%s%s</text>"
            .formatted(LEFT - 8, pixels(y(value) + 4), ReportText.number(value), unit));
  }

  private void line(Line line) {
    StringBuilder points = new StringBuilder();
    for (Point point : line.points()) {
      points.append(pixels(x(point.x()))).append(',').append(pixels(y(point.y()))).append(' ');
    }
    add(
        "<polyline class=\"c%d%s\" points=\"%s\"><title>%s</title></polyline>"
            .formatted(
                line.style(),
                line.dashed() ? " dashed" : "",
                points.toString().strip(),
                line.name()));
    if (line.points().size() == 1) {
      Point one = line.points().getFirst();
      add(
          "<circle class=\"c%d\" cx=\"%s\" cy=\"%s\" r=\"3\"/>"
              .formatted(line.style(), pixels(x(one.x())), pixels(y(one.y()))));
    }
  }

  private static String pixels(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private void add(String element) {
    svg.append(element).append('\n');
  }
}
