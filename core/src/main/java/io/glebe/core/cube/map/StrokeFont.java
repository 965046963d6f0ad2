package io.glebe.core.cube.map;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Path2D;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;

/**
 * Draws letters as strokes read from {@code style/strokes.txt}, because a server may have no fonts.
 * A letter without its own strokes is drawn without accents, or as a box.
 */
final class StrokeFont {
  /** Units from the baseline to the top of capital letters. */
  private static final double CAPITAL = 6;

  private static final int LINE = 2;
  private static final int GAP = 2;
  private static final int SPACE = 3;
  private static final float PEN = 0.85f;
  private static final String RESOURCE = "/style/strokes.txt";
  private static final Map<Integer, Glyph> GLYPHS = load();
  private static final Glyph BOX = new Glyph(3, "02,06,36,32,02".split(" "));

  private record Glyph(int width, String[] strokes) {}

  private StrokeFont() {}

  /** Returns the width of a text in pixels when capital letters are {@code size} pixels high. */
  static double width(String text, double size) {
    return plain(text).codePoints().map(c -> advance(c)).sum() * size / CAPITAL
        - GAP * size / CAPITAL;
  }

  /** Draws a text that begins at x with its baseline at y, in the colour of the graphics. */
  static void draw(Graphics2D graphics, String text, double x, double y, double size) {
    double scale = size / CAPITAL;
    Path2D.Double path = new Path2D.Double();
    double left = x;
    for (int c : plain(text).codePoints().toArray()) {
      if (c != ' ') {
        for (String stroke : GLYPHS.getOrDefault(c, BOX).strokes()) {
          line(path, stroke, left, y, scale);
        }
      }
      left += advance(c) * scale;
    }
    graphics.setStroke(
        new BasicStroke((float) (PEN * scale), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    graphics.draw(path);
  }

  private static void line(Path2D.Double path, String stroke, double x, double y, double scale) {
    boolean first = true;
    for (String point : stroke.split(",", -1)) {
      double px = x + (point.charAt(0) - '0') * scale;
      double py = y - (point.charAt(1) - '0' - LINE) * scale;
      if (first) {
        path.moveTo(px, py);
      } else {
        // a dot is a very short line, for the round pen
        path.lineTo(px + 0.01, py);
      }
      first = false;
    }
  }

  private static int advance(int c) {
    return c == ' ' ? SPACE : GLYPHS.getOrDefault(c, BOX).width() + GAP;
  }

  private static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (GLYPHS.containsKey(c) || c == ' ') {
                plain.appendCodePoint(c);
              } else {
                plain.append(
                    Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKD)
                        .replaceAll("\\p{M}", ""));
              }
            });
    return plain.toString();
  }

  private static Map<Integer, Glyph> load() {
    Map<Integer, Glyph> glyphs = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                StrokeFont.class.getResourceAsStream(RESOURCE), StandardCharsets.UTF_8))) {
      lines.readLine();
      lines
          .lines()
          .forEach(
              line -> {
                String[] words = line.split(" ", 3);
                glyphs.put(
                    words[0].codePointAt(0),
                    new Glyph(Integer.parseInt(words[1]), words[2].split(" ")));
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return glyphs;
  }
}
