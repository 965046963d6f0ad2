package io.glebe.tile.style;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Bands of Sentinel-2 with their alternative names. Layer names are matched without regard to case.
 */
public enum Band {
  B01("B1", "coastal"),
  B02("B2", "blue"),
  B03("B3", "green"),
  B04("B4", "red"),
  B05("B5", "rededge1"),
  B06("B6", "rededge2"),
  B07("B7", "rededge3"),
  B08("B8", "nir"),
  B8A("B08A", "nir08"),
  B09("B9", "nir09"),
  B10("cirrus"),
  B11("swir16"),
  B12("swir22");

  private final List<String> names;

  Band(String... others) {
    this.names =
        Stream.concat(Stream.of(name()), List.of(others).stream())
            .map(name -> name.toLowerCase(Locale.ROOT))
            .toList();
  }

  /** The band of a layer with this name. */
  public static Optional<Band> of(String layer) {
    return Stream.of(values()).filter(band -> band.among(List.of(layer)).isPresent()).findFirst();
  }

  /** Its name in the EO extension of STAC, the same for all sensors. */
  public String commonName() {
    return names.getLast();
  }

  /** The name of the layer that holds this band, in the layer's own spelling. */
  public Optional<String> among(Collection<String> layers) {
    return layers.stream()
        .filter(layer -> names.contains(layer.toLowerCase(Locale.ROOT)))
        .findFirst();
  }
}
