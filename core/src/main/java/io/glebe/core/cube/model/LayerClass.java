package io.glebe.core.cube.model;

import io.glebe.zarr.dataset.layout.Layer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One class of a categorical layer: what a stored number means.
 *
 * @param value the stored number
 * @param name what people read
 * @param cloud whether a cloud or the shadow of one hides the ground there
 * @param color {@code #rrggbb}; empty for the colour of the layer's ramp
 */
public record LayerClass(int value, String name, boolean cloud, String color) {
  /** Name of the member of a layer, and of its attribute in the store. */
  public static final String MEMBER = "classes";

  private static final List<LayerClass> MASK =
      List.of(new LayerClass(0, "Clear sky", false, ""), new LayerClass(1, "Cloud", true, ""));

  /** The scene classification of Sentinel-2 (level 2A), with the colours of its producer. */
  private static final List<LayerClass> SCENE =
      List.of(
          new LayerClass(0, "No data", false, "#000000"),
          new LayerClass(1, "Saturated or defective", false, "#ff0000"),
          new LayerClass(2, "Dark area", false, "#2f2f2f"),
          new LayerClass(3, "Cloud shadow", true, "#643200"),
          new LayerClass(4, "Vegetation", false, "#00a000"),
          new LayerClass(5, "Bare soil", false, "#ffe65a"),
          new LayerClass(6, "Water", false, "#0000ff"),
          new LayerClass(7, "Unclassified", false, "#808080"),
          new LayerClass(8, "Cloud, medium probability", true, "#c0c0c0"),
          new LayerClass(9, "Cloud, high probability", true, "#ffffff"),
          new LayerClass(10, "Thin cirrus", true, "#64c8ff"),
          new LayerClass(11, "Snow or ice", false, "#ff96ff"));

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
                  Boolean.TRUE.equals(members.get("cloud")),
                  members.get("color") instanceof String color ? color : ""));
        }
      }
      return List.copyOf(classes);
    }
    return layer.categorical() ? KNOWN.getOrDefault(layer.name(), List.of()) : List.of();
  }

  /** The colours of these classes by their numbers; those without a colour are left out. */
  public static Map<Integer, Integer> colours(List<LayerClass> classes) {
    Map<Integer, Integer> colours = new TreeMap<>();
    for (LayerClass one : classes) {
      if (!one.color().isEmpty()) {
        colours.put(one.value(), Integer.parseInt(one.color().substring(1), 16));
      }
    }
    return colours;
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
    if (!color.isEmpty()) {
      members.put("color", color);
    }
    return members;
  }
}
