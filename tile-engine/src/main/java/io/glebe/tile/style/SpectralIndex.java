package io.glebe.tile.style;

import io.glebe.tile.band.BandMath;
import io.glebe.tile.kernel.Stretch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Well-known index formulas over reflectances, compiled once, each with its usual colours. */
public enum SpectralIndex {
  NDVI("(B08 - B04) / (B08 + B04)", "ndvi", -0.1f, 0.95f),
  GNDVI("(B08 - B03) / (B08 + B03)", "ndvi", 0, 0.9f),
  NDRE("(B08 - B05) / (B08 + B05)", "ndvi", 0, 0.8f),
  EVI("2.5 * (B08 - B04) / (B08 + 6 * B04 - 7.5 * B02 + 1)", "ndvi", -0.1f, 0.95f),
  EVI2("2.5 * (B08 - B04) / (B08 + 2.4 * B04 + 1)", "ndvi", -0.1f, 0.95f),
  SAVI("1.5 * (B08 - B04) / (B08 + B04 + 0.5)", "ndvi", -0.1f, 0.9f),
  MSAVI("(2 * B08 + 1 - sqrt((2 * B08 + 1) ^ 2 - 8 * (B08 - B04))) / 2", "ndvi", -0.1f, 0.9f),
  NDMI("(B08 - B11) / (B08 + B11)", "moisture", -0.6f, 0.6f),
  NDWI("(B03 - B08) / (B03 + B08)", "water", -0.8f, 0.6f),
  NBR("(B08 - B12) / (B08 + B12)", "rdylgn", -0.6f, 0.9f),
  NDSI("(B03 - B11) / (B03 + B11)", "water", -0.5f, 0.9f);

  private final BandMath formula;
  private final String ramp;
  private final Stretch stretch;

  SpectralIndex(String formula, String ramp, float low, float high) {
    this.formula = BandMath.compile(formula, Stream.of(Band.values()).map(Enum::name).toList());
    this.ramp = ramp;
    this.stretch = new Stretch(low, high);
  }

  /** The index with this name, without regard to case. */
  public static Optional<SpectralIndex> byName(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return List.of(values()).stream().filter(index -> index.name().equals(upper)).findFirst();
  }

  /** The program; its inputs are the layers of {@link #layers}. */
  public BandMath formula() {
    return formula;
  }

  /** The layers to read in the order of the program's inputs; empty when one is missing. */
  public Optional<List<String>> layers(Collection<String> available) {
    List<String> layers = new ArrayList<>();
    for (String band : formula.bands()) {
      Band.valueOf(band).among(available).ifPresent(layers::add);
    }
    return layers.size() == formula.bands().size()
        ? Optional.of(List.copyOf(layers))
        : Optional.empty();
  }

  public ColourRamp ramp() {
    return ColourRamp.byName(ramp).orElseThrow();
  }

  /** The default values of the first and last colour. */
  public Stretch stretch() {
    return stretch;
  }
}
