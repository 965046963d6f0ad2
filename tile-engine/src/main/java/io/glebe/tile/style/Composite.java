package io.glebe.tile.style;

import io.glebe.tile.kernel.Stretch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Three bands shown as red, green and blue; stretches are reflectances (0..1 after calibration).
 */
public enum Composite {
  /** Natural colours. */
  RGB(0.3f, 0.3f, 0.3f, List.of(Band.B04), List.of(Band.B03), List.of(Band.B02)),
  /** Colour infrared: vegetation red. */
  CIR(0.5f, 0.3f, 0.3f, List.of(Band.B08), List.of(Band.B04), List.of(Band.B03)),
  /** Crops bright green, bare soil magenta. */
  AGRICULTURE(0.45f, 0.5f, 0.25f, List.of(Band.B11), List.of(Band.B08), List.of(Band.B02)),
  /** Short-wave infrared: water in leaves and soil, burnt areas. */
  SWIR(0.4f, 0.5f, 0.3f, List.of(Band.B12), List.of(Band.B8A, Band.B08), List.of(Band.B04));

  private final List<List<Band>> channels;
  private final List<Stretch> stretches;

  Composite(
      float red, float green, float blue, List<Band> asRed, List<Band> asGreen, List<Band> asBlue) {
    this.channels = List.of(asRed, asGreen, asBlue);
    this.stretches = List.of(new Stretch(0, red), new Stretch(0, green), new Stretch(0, blue));
  }

  /** The composite with this name, without regard to case. */
  public static Optional<Composite> byName(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return List.of(values()).stream()
        .filter(composite -> composite.name().equals(upper))
        .findFirst();
  }

  /** The three layers, red first; empty when the collection lacks one of them. */
  public Optional<List<String>> layers(Collection<String> available) {
    List<String> layers = new ArrayList<>();
    for (List<Band> choices : channels) {
      choices.stream()
          .flatMap(band -> band.among(available).stream())
          .findFirst()
          .ifPresent(layers::add);
    }
    return layers.size() == channels.size() ? Optional.of(List.copyOf(layers)) : Optional.empty();
  }

  /** The default stretch of each channel. */
  public List<Stretch> stretches() {
    return stretches;
  }
}
