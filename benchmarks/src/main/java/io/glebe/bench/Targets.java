package io.glebe.bench;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The targets of targets.properties, each under the name of its figure. */
public final class Targets {
  private final Properties lines;

  private Targets(Properties lines) {
    this.lines = lines;
  }

  /** Reads all targets. */
  public static Targets load() throws IOException {
    Properties lines = new Properties();
    try (InputStream in = Targets.class.getResourceAsStream("/targets.properties")) {
      lines.load(in);
    }
    return new Targets(lines);
  }

  /**
   * The target as text, for example {@code at most 350 us} or {@code at least 3000 /s}; empty for a
   * figure without a target.
   */
  public String text(String figure) {
    return lines.getProperty(figure, "");
  }

  /** Whether the value meets its target; empty for a figure without a target. */
  public String verdict(String figure, double value) {
    String[] words = text(figure).split(" ", -1);
    if (words.length < 3) {
      return "";
    }
    double bound = Double.parseDouble(words[2].replace(",", ""));
    boolean held = words[1].equals("most") ? value <= bound : value >= bound;
    return held ? "held" : "**missed**";
  }
}
