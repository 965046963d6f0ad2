package io.glebe.tile.style;

import io.glebe.tile.kernel.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A named sequence of colours, interpolated in a perceptual colour space between control points.
 *
 * <pre>{@code
 * ColourRamp ramp = ColourRamp.byName("ndvi").orElseThrow();
 * Colour.index(values, pixels, ramp.stretch(), indices);
 * byte[] png = encoder.palette8(indices, 256, 256, ramp.palette());
 * }</pre>
 */
public final class ColourRamp {
  /** The name suffix of a reversed ramp. */
  public static final String REVERSED = "_r";

  /** The purpose of a ramp. */
  public enum Kind {
    /** Lightness is monotonic: low to high. */
    SEQUENTIAL,
    /** Lightness peaks in the middle: two directions from a neutral value. */
    DIVERGING,
    /** Unordered classes: value n has colour n; colours repeat when there are more classes. */
    CATEGORICAL
  }

  /** Number of classes that may have colours of their own. */
  public static final int MOST_CLASSES = Palette.FULL - 1;

  private final String name;
  private final Kind kind;
  private final Stretch stretch;
  private final int[] points;
  private final Palette palette;

  ColourRamp(String name, Kind kind, Stretch stretch, int... points) {
    this.name = name;
    this.kind = kind;
    this.stretch = stretch;
    this.points = points.clone();
    this.palette = kind == Kind.CATEGORICAL ? cycle(points) : blend(points);
  }

  /** The ramp with this name; reversed with the suffix {@value #REVERSED}. */
  public static Optional<ColourRamp> byName(String name) {
    return Optional.ofNullable(Ramps.ALL.get(name));
  }

  /** The names of all ramps, without reversed ones, in alphabetical order. */
  public static List<String> names() {
    return Ramps.NAMES;
  }

  public String name() {
    return name;
  }

  public Kind kind() {
    return kind;
  }

  /** The default values of the first and last colour. */
  public Stretch stretch() {
    return stretch;
  }

  /** Entry 0 transparent, 1..255 from low to high (or the classes' colours, repeated). */
  public Palette palette() {
    return palette;
  }

  /** Colours of a categorical ramp, 256 entries by class: entry {@code 1 + value % size}. */
  public byte[] classEntries() {
    byte[] entries = new byte[Palette.FULL];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = (byte) (1 + i % points.length);
    }
    return entries;
  }

  /** {@code 0xRRGGBB} of a class of a categorical ramp. */
  public int classColour(int value) {
    return points[Math.floorMod(value, points.length)];
  }

  /** {@code 0xRRGGBB} at a relative position of the ramp, 0..1. */
  public int colour(double share) {
    return palette.argb(1 + (int) Math.round(Math.clamp(share, 0.0, 1.0) * 254)) & 0xffffff;
  }

  /**
   * Lines of a legend from low to high; one per colour for classes.
   *
   * @param steps number of lines of a continuous legend, at least 2
   */
  public List<LegendEntry> legend(Stretch shown, int steps) {
    List<LegendEntry> entries = new ArrayList<>();
    int lines = kind == Kind.CATEGORICAL ? points.length : Math.max(2, steps);
    for (int i = 0; i < lines; i++) {
      double share = i / (lines - 1.0);
      double value = shown.low() + share * (shown.high() - (double) shown.low());
      entries.add(
          kind == Kind.CATEGORICAL
              ? new LegendEntry(i, points[i])
              : new LegendEntry(value, colour(share)));
    }
    return List.copyOf(entries);
  }

  /**
   * The same classes, some of which have colours of their own. Classes from {@value #MOST_CLASSES}
   * on and negative ones have none. A ramp of values does not change.
   *
   * @param colours {@code 0xRRGGBB} by class
   */
  public ColourRamp withClasses(Map<Integer, Integer> colours) {
    SortedMap<Integer, Integer> own = new TreeMap<>(colours);
    own.keySet().removeIf(value -> value < 0 || value >= MOST_CLASSES);
    if (kind != Kind.CATEGORICAL || own.isEmpty()) {
      return this;
    }
    int[] all = new int[Math.max(points.length, own.lastKey() + 1)];
    StringBuilder text = new StringBuilder(name);
    for (int i = 0; i < all.length; i++) {
      all[i] = own.getOrDefault(i, points[i % points.length]);
    }
    own.forEach((value, rgb) -> text.append('-').append(value).append('.').append(rgb));
    return new ColourRamp(text.toString(), kind, stretch, all);
  }

  ColourRamp reversed() {
    int[] turned = new int[points.length];
    for (int i = 0; i < turned.length; i++) {
      turned[i] = points[turned.length - 1 - i];
    }
    return new ColourRamp(name + REVERSED, kind, stretch, turned);
  }

  private static Palette blend(int[] points) {
    int[] argb = new int[Palette.FULL];
    for (int i = 1; i < argb.length; i++) {
      double position = (i - 1) / 254.0 * (points.length - 1);
      int left = Math.min((int) position, points.length - 2);
      Oklab from = Oklab.of(points[left]);
      argb[i] = 0xff000000 | from.towards(Oklab.of(points[left + 1]), position - left).rgb();
    }
    return new Palette(argb);
  }

  private static Palette cycle(int[] points) {
    int[] argb = new int[Palette.FULL];
    for (int i = 1; i < argb.length; i++) {
      argb[i] = 0xff000000 | points[(i - 1) % points.length];
    }
    return new Palette(argb);
  }
}
