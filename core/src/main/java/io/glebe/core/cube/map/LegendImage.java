package io.glebe.core.cube.map;

import io.glebe.tile.kernel.Stretch;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Locale;

/** Draws a legend as PNG: a bar with values below it, or a swatch with a name for each class. */
public final class LegendImage {
  private static final int WIDTH = 300;
  private static final int MARGIN = 12;
  private static final int BAR = 18;
  private static final int ROW = 20;
  private static final int TITLE = 30;
  private static final int TICKS = 5;
  private static final double LETTERS = 9;
  private static final double SMALL = 7.5;
  private static final int LONGEST_TITLE = 40;
  private static final Color INK = new Color(0x222222);
  private static final Color EDGE = new Color(0x99999999, true);

  private final Canvas canvas;
  private final Graphics2D graphics;

  private LegendImage(int height, int scale) {
    this.canvas = new Canvas(WIDTH, height, scale);
    this.graphics = canvas.graphics();
    graphics.setColor(Color.WHITE);
    graphics.fill(new Rectangle2D.Double(0, 0, WIDTH, height));
  }

  /**
   * Returns the image.
   *
   * @param scale pixels per unit, 2 for high-resolution screens
   */
  public static byte[] png(Legend legend, int scale) {
    int rows =
        switch (legend) {
          case Legend.Values values -> values.classes() ? values.stops().size() : 2;
          case Legend.Channels channels -> channels.channels().size();
          case Legend.Features features -> 1;
        };
    LegendImage image = new LegendImage(TITLE + rows * ROW + MARGIN, scale);
    image.title(legend);
    switch (legend) {
      case Legend.Values values -> image.values(values);
      case Legend.Channels channels -> image.channels(channels.channels());
      case Legend.Features features ->
          image.swatch(0, Integer.parseInt(features.hex().substring(1), 16), "Features");
    }
    return image.canvas.png();
  }

  private void title(Legend legend) {
    String unit = legend.unit().isEmpty() ? "" : " (" + legend.unit() + ")";
    String title = legend.title();
    if (title.length() > LONGEST_TITLE) {
      title = title.substring(0, LONGEST_TITLE - 3) + "...";
    }
    write(title + unit, MARGIN, MARGIN + LETTERS, LETTERS);
  }

  private void values(Legend.Values legend) {
    if (legend.classes()) {
      for (int i = 0; i < legend.stops().size(); i++) {
        Legend.Stop stop = legend.stops().get(i);
        swatch(i, stop.entry().rgb(), stop.name().orElse(number(stop.entry().value(), 1)));
      }
      return;
    }
    int length = WIDTH - 2 * MARGIN;
    for (int x = 0; x < length; x++) {
      graphics.setColor(new Color(legend.ramp().colour(x / (length - 1.0))));
      graphics.fill(new Rectangle2D.Double(MARGIN + x, TITLE, 1.5, BAR));
    }
    edge(MARGIN, length);
    ticks(legend.shown(), length);
  }

  private void ticks(Stretch shown, int length) {
    double range = shown.high() - (double) shown.low();
    for (int i = 0; i < TICKS; i++) {
      double share = i / (TICKS - 1.0);
      String text = number(shown.low() + share * range, range);
      double width = StrokeFont.width(text, SMALL);
      double x = MARGIN + share * (length - width);
      write(text, x, TITLE + BAR + 6 + SMALL, SMALL);
    }
  }

  private void channels(List<Legend.Channel> channels) {
    int[] colours = {0xd0021b, 0x3a9d23, 0x1f5fd0};
    for (int i = 0; i < channels.size(); i++) {
      Legend.Channel channel = channels.get(i);
      double range = channel.shown().high() - (double) channel.shown().low();
      swatch(
          i,
          colours[i],
          channel.layer()
              + "  "
              + number(channel.shown().low(), range)
              + " \u2013 "
              + number(channel.shown().high(), range));
    }
  }

  private void swatch(int row, int rgb, String text) {
    double top = TITLE + row * ROW;
    Rectangle2D box = new Rectangle2D.Double(MARGIN, top, BAR, BAR - 4.0);
    graphics.setColor(new Color(rgb));
    graphics.fill(box);
    write(text, MARGIN + BAR + 8, top + LETTERS + 2, LETTERS);
  }

  private void edge(int left, int length) {
    graphics.setColor(EDGE);
    graphics.setStroke(new java.awt.BasicStroke(0.8f));
    graphics.draw(new Rectangle2D.Double(left, TITLE, length, BAR));
  }

  private void write(String text, double x, double y, double size) {
    graphics.setColor(INK);
    StrokeFont.draw(graphics, text, x, y, size);
  }

  /** Formats with three significant digits relative to the whole range, without trailing zeros. */
  static String number(double value, double range) {
    int digits = (int) Math.clamp(2 - Math.floor(Math.log10(Math.max(range, 1e-9))), 0, 9);
    String text = String.format(Locale.ROOT, "%." + digits + "f", value);
    String shorter = text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    return shorter.equals("-0") ? "0" : shorter;
  }
}
