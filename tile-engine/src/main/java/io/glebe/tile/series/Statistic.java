package io.glebe.tile.series;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A statistic of a bucket's valid pixels, each weighted with its covered share. */
public enum Statistic {
  /** Covered area of the valid pixels, in pixels: the divisor of the mean. */
  COUNT,
  SUM,
  MEAN,
  MIN,
  MAX,
  /** Population standard deviation. */
  STD,
  MEDIAN;

  /** The statistic with this name in lower case, as in requests. */
  public static Optional<Statistic> byName(String name) {
    return Arrays.stream(values()).filter(s -> s.id().equals(name)).findFirst();
  }

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it follows from count, sum, minimum and maximum alone. */
  boolean isPlain() {
    return this != STD && this != MEDIAN;
  }
}
