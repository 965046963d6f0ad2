package io.glebe.core.cube.style;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses CSS colours: names, {@code #rgb}, {@code rgb(…)}, {@code hsl(…)}. */
public final class Colours {
  private static final Pattern HEX =
      Pattern.compile("#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})");
  private static final String NUMBER = "\\s*([-+]?[0-9.]+)(?:deg)?(%)?\\s*";
  private static final Pattern FUNCTION =
      Pattern.compile(
          "(rgb|hsl)a?\\("
              + NUMBER
              + "[, ]"
              + NUMBER
              + "[, ]"
              + NUMBER
              + "(?:[,/]"
              + NUMBER
              + ")?\\)");

  private static final int LONGEST = 64;

  private Colours() {}

  /** Returns {@code 0xAARRGGBB}; empty for a text that is not a colour. */
  public static Optional<Integer> parse(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    String plain = text.strip().toLowerCase(Locale.ROOT);
    if (plain.equals("transparent")) {
      return Optional.of(0);
    }
    if (HEX.matcher(plain).matches()) {
      return Optional.of(hex(plain.substring(1)));
    }
    Matcher function = FUNCTION.matcher(plain);
    if (function.matches()) {
      return function(function);
    }
    return StyleTable.MAPLIBRE.colour(plain).map(rgb -> 0xff000000 | rgb);
  }

  private static int hex(String digits) {
    String full = digits.length() > 4 ? digits : digits.replaceAll("[0-9A-Fa-f]", "$0$0");
    int rgb = Integer.parseInt(full.substring(0, 6), 16);
    int alpha = full.length() == 8 ? Integer.parseInt(full.substring(6), 16) : 255;
    return alpha << 24 | rgb;
  }

  private static Optional<Integer> function(Matcher match) {
    try {
      double alpha = match.group(8) == null ? 1 : share(match, 8, 1);
      int rgb =
          match.group(1).equals("rgb")
              ? channel(share(match, 2, 255)) << 16
                  | channel(share(match, 4, 255)) << 8
                  | channel(share(match, 6, 255))
              : hsl(Double.parseDouble(match.group(2)), share(match, 4, 100), share(match, 6, 100));
      return Optional.of(channel(alpha) << 24 | rgb);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns a number of a scale, or a percentage, as a fraction of one. */
  private static double share(Matcher match, int group, double scale) {
    double value = Double.parseDouble(match.group(group));
    return Math.clamp(value / (match.group(group + 1) != null ? 100 : scale), 0.0, 1.0);
  }

  private static int channel(double share) {
    return (int) Math.round(share * 255);
  }

  /** The conversion of CSS Color Module Level 4, section 7. */
  private static int hsl(double hue, double saturation, double lightness) {
    int rgb = 0;
    for (int n : new int[] {0, 8, 4}) {
      double k = (n + ((hue % 360 + 360) % 360) / 30) % 12;
      double a = saturation * Math.min(lightness, 1 - lightness);
      double value = lightness - a * Math.max(-1, Math.min(Math.min(k - 3, 9 - k), 1));
      rgb = rgb << 8 | channel(value);
    }
    return rgb;
  }
}
