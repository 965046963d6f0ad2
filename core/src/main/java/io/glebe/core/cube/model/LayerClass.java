package io.glebe.core.cube.model;

import io.glebe.zarr.dataset.layout.Layer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One class of a categorical layer: what a stored number means.
 *
 * @param value the stored number
 * @param name what people read
 * @param cloud whether a cloud or the shadow of one hides the ground there
 */
public record LayerClass(int value, String name, boolean cloud) {
  /** Name of the member of a layer, and of its attribute in the store. */
  public static final String MEMBER = "classes";

  private static final List<LayerClass> MASK =
      List.of(new LayerClass(0, "Clear sky", false), new LayerClass(1, "Cloud", true));

  /** The scene classification of Sentinel-2 (level 2A). */
  private static final List<LayerClass> SCENE =
      List.of(
          new LayerClass(0, "No data", false),
          new LayerClass(1, "Saturated or defective", false),
          new LayerClass(2, "Dark area", false),
          new LayerClass(3, "Cloud shadow", true),
          new LayerClass(4, "Vegetation", false),
          new LayerClass(5, "Bare soil", false),
          new LayerClass(6, "Water", false),
          new LayerClass(7, "Unclassified", false),
          new LayerClass(8, "Cloud, medium probability", true),
          new LayerClass(9, "Cloud, high probability", true),
          new LayerClass(10, "Thin cirrus", true),
          new LayerClass(11, "Snow or ice", false));

  private static final Map<String, List<LayerClass>> KNOWN = Map.of("CLOUD", MASK, "SCL", SCENE);

  /**
   * The classes of a layer: those that its description has, otherwise those of a categorical layer
   * with the name CLOUD or SCL; empty when nothing says what the numbers mean.
   */
  public static List<LayerClass> of(Layer layer) {
    if (layer.attributes().get(MEMBER) instanceof List<?> declared) {
      List<LayerClass> classes = new ArrayList<>();
      for (Object one : declared) {
        if (one instanceof Map<?, ?> members && members.get("value") instanceof Number value) {
          classes.add(
              new LayerClass(
                  value.intValue(),
                  String.valueOf(members.get("name")),
                  Boolean.TRUE.equals(members.get("cloud"))));
        }
      }
      return List.copyOf(classes);
    }
    return layer.categorical() ? KNOWN.getOrDefault(layer.name(), List.of()) : List.of();
  }

  /** The first layer that has a class of clouds. */
  public static Optional<Layer> cloudLayer(List<Layer> layers) {
    return layers.stream()
        .filter(layer -> of(layer).stream().anyMatch(LayerClass::cloud))
        .findFirst();
  }

  /** The class as the attribute of a layer. */
  public Map<String, Object> attribute() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("value", value);
    members.put("name", name);
    if (cloud) {
      members.put("cloud", true);
    }
    return members;
  }
}
