package io.glebe.core.cube.style;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.cube.style.StyleTable.Property;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Validates a map style document against the MapLibre style specification, version 8: sources and
 * their addresses, layers, their properties, filters and expressions. Each violation contains a
 * pointer.
 */
public final class StyleCheck {
  /** Maximum number of violations in one answer. */
  public static final int MAX_FAULTS = 100;

  private static final int MAX_SOURCES = 100;
  private static final String FILTERS = " == != > >= < <= in !in all any none has !has ";

  /** Source types that a type of layer can draw. */
  private static final Map<String, Set<String>> DRAWS =
      Map.of(
          "raster", Set.of("raster", "image", "video"),
          "hillshade", Set.of("raster-dem"),
          "color-relief", Set.of("raster-dem"));

  private static final Set<String> SHAPES = Set.of("vector", "geojson");

  private final JsonNode style;
  private final int mostLayers;
  private final List<Violation> faults = new ArrayList<>();
  private final StyleAddresses addresses = new StyleAddresses(this::fault);

  private StyleCheck(JsonNode style, int mostLayers) {
    this.style = style;
    this.mostLayers = mostLayers;
  }

  /**
   * Returns the violations of a document; empty for a valid one.
   *
   * @param mostLayers maximum number of layers
   */
  public static List<Violation> faults(JsonNode style, int mostLayers) {
    StyleCheck check = new StyleCheck(style, mostLayers);
    check.root();
    return check.faults.subList(0, Math.min(MAX_FAULTS, check.faults.size()));
  }

  private void root() {
    members("root", style, "");
    for (String part : List.of("light", "sky", "terrain", "projection", "transition")) {
      if (style.has(part)) {
        members(part, style.get(part), "/" + part);
      }
    }
    JsonNode sources = style.path("sources");
    if (!sources.isMissingNode() && (!sources.isObject() || sources.size() > MAX_SOURCES)) {
      fault("/sources", "sources is an object of at most " + MAX_SOURCES + " members");
    } else {
      sources.properties().forEach(each -> source(each.getValue(), at("/sources", each.getKey())));
    }
    addresses.ofStyle(style);
    JsonNode layers = style.path("layers");
    if (!layers.isArray()) {
      return; // reported above, like every property of another type
    }
    if (layers.size() > mostLayers) {
      fault("/layers", "a style has at most " + mostLayers + " layers");
      return;
    }
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < layers.size(); i++) {
      String pointer = "/layers/" + i;
      layer(layers.get(i), pointer);
      if (!ids.add(layers.get(i).path("id").asText(pointer))) {
        fault(pointer + "/id", "another layer has this id");
      }
    }
  }

  private void source(JsonNode source, String pointer) {
    String type = source.path("type").asText("");
    if (StyleTable.MAPLIBRE.group("source." + type).isEmpty()) {
      fault(pointer + "/type", "there is no type of source '" + type + "'");
      return;
    }
    members("source." + type, source, pointer);
    addresses.ofSource(source, pointer);
    boolean tiled = Set.of("vector", "raster", "raster-dem").contains(type);
    if (tiled && !source.has("url") && !source.has("tiles")) {
      fault(pointer, "a " + type + " source has url or tiles");
    }
  }

  private void layer(JsonNode layer, String pointer) {
    members("layer", layer, pointer);
    String type = layer.path("type").asText("");
    if (StyleTable.MAPLIBRE.group("paint." + type).isEmpty()) {
      return;
    }
    drawn(layer, type, pointer);
    for (String part : List.of("paint", "layout")) {
      if (layer.has(part)) {
        members(part + "." + type, layer.get(part), pointer + "/" + part);
      }
    }
    if (layer.has("filter")) {
      filter(layer.get("filter"), pointer + "/filter");
    }
  }

  private void drawn(JsonNode layer, String type, String pointer) {
    if (type.equals("background")) {
      return;
    }
    String name = layer.path("source").asText("");
    JsonNode source = style.path("sources").path(name);
    if (source.isMissingNode()) {
      fault(pointer + "/source", "there is no source '" + name + "'");
      return;
    }
    String kind = source.path("type").asText("");
    if (!DRAWS.getOrDefault(type, SHAPES).contains(kind)) {
      fault(pointer + "/source", "a " + type + " layer does not draw a " + kind + " source");
    }
    if (kind.equals("vector") && !layer.has("source-layer")) {
      fault(pointer, "a layer of a vector source has source-layer");
    }
  }

  private void members(String group, JsonNode object, String pointer) {
    if (!object.isObject()) {
      fault(pointer, "an object is expected");
      return;
    }
    Map<String, Property> known = StyleTable.MAPLIBRE.group(group).orElseThrow();
    known.forEach(
        (name, property) -> {
          if (property.required() && !object.has(name)) {
            fault(pointer, name + " is required");
          }
        });
    boolean open = group.equals("source.vector") || group.equals("source.raster");
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      Property property = known.get(plain(group, member.getKey()));
      if (property != null) {
        value(property, member.getValue(), at(pointer, member.getKey()));
      } else if (!open && !member.getKey().endsWith("-transition")) {
        fault(at(pointer, member.getKey()), "this property does not exist");
      }
    }
  }

  private static String plain(String group, String name) {
    return group.equals("root") && name.contains(":") ? "metadata" : name;
  }

  private void value(Property property, JsonNode value, String pointer) {
    if (faults.size() >= MAX_FAULTS) {
      return;
    }
    if (property.uses().isPresent() && ExpressionCheck.isExpression(value)) {
      new ExpressionCheck(property.uses().get(), this::fault).check(value, pointer);
    } else if (property.uses().isPresent() && value.isObject() && !property.type().equals("any")) {
      function(value, pointer);
    } else {
      constant(property, value).ifPresent(detail -> fault(pointer, detail));
    }
  }

  /** The older syntax of expressions. */
  private void function(JsonNode value, String pointer) {
    JsonNode stops = value.path("stops");
    if (value.path("type").asText("").equals("identity")) {
      return;
    }
    if (!stops.isArray() || stops.isEmpty()) {
      fault(pointer, "a function has stops");
      return;
    }
    for (int i = 0; i < stops.size(); i++) {
      if (!stops.get(i).isArray() || stops.get(i).size() != 2) {
        fault(pointer + "/stops/" + i, "a stop is a pair of input and output");
      }
    }
  }

  private static Optional<String> constant(Property property, JsonNode value) {
    return switch (property.type()) {
      case "number" -> number(property, value);
      case "string", "resolvedImage" -> when(!value.isTextual(), "a text is expected");
      case "formatted" -> when(!value.isTextual() && !value.isObject(), "a text is expected");
      case "boolean" -> when(!value.isBoolean(), "true or false is expected");
      case "enum" ->
          when(
              !property.of().contains(value.asText("")),
              "one of " + String.join(", ", property.of()) + " is expected");
      case "color" -> colour(value);
      case "colors" -> value.isArray() ? all(value, StyleCheck::colour) : colour(value);
      case "padding" ->
          value.isArray()
              ? all(value, item -> when(!item.isNumber(), "numbers are expected"))
              : number(property, value);
      case "array" -> array(property, value);
      default -> Optional.empty();
    };
  }

  private static Optional<String> number(Property property, JsonNode value) {
    if (!value.isNumber()) {
      return Optional.of("a number is expected");
    }
    double number = value.doubleValue();
    return when(
        number < property.min() || number > property.max(),
        "the number must be %s to %s".formatted(word(property.min()), word(property.max())));
  }

  private static String word(double bound) {
    return Double.isInfinite(bound) ? "any" : String.valueOf(bound).replaceAll("\\.0$", "");
  }

  private static Optional<String> colour(JsonNode value) {
    return when(
        !value.isTextual() || Colours.parse(value.textValue()).isEmpty(), "a colour is expected");
  }

  private static Optional<String> array(Property property, JsonNode value) {
    if (!value.isArray() || (property.length() > 0 && value.size() != property.length())) {
      return Optional.of(
          property.length() > 0
              ? "an array of " + property.length() + " is expected"
              : "an array is expected");
    }
    return switch (property.item()) {
      case "number" -> all(value, item -> when(!item.isNumber(), "numbers are expected"));
      case "string" -> all(value, item -> when(!item.isTextual(), "texts are expected"));
      case "enum" ->
          all(
              value,
              item ->
                  when(
                      !property.of().contains(item.asText("")),
                      "values of " + String.join(", ", property.of()) + " are expected"));
      default -> Optional.empty();
    };
  }

  private static Optional<String> all(
      JsonNode array, java.util.function.Function<JsonNode, Optional<String>> check) {
    for (JsonNode item : array) {
      Optional<String> fault = check.apply(item);
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> when(boolean wrong, String detail) {
    return wrong ? Optional.of(detail) : Optional.empty();
  }

  /** An expression, or the older form with a property name: {@code ["==", "crop", "wheat"]}. */
  private void filter(JsonNode filter, String pointer) {
    if (filter.isBoolean()) {
      return;
    }
    if (!filter.isArray() || filter.isEmpty() || !filter.get(0).isTextual()) {
      fault(pointer, "a filter is an array that begins with an operator");
      return;
    }
    String name = filter.get(0).textValue();
    if (older(filter, name)) {
      if (Set.of("all", "any", "none").contains(name)) {
        for (int i = 1; i < filter.size(); i++) {
          filter(filter.get(i), pointer + "/" + i);
        }
      }
      return;
    }
    new ExpressionCheck(Set.of("zoom", "feature"), this::fault).check(filter, pointer);
  }

  private static boolean older(JsonNode filter, String name) {
    if (!FILTERS.contains(" " + name + " ")) {
      return false;
    }
    return switch (name) {
      case "none", "!in", "!has", "all", "any" -> true;
      case "in" -> filter.size() != 3 || !filter.get(2).isArray() && !filter.get(2).isTextual();
      case "has" -> true;
      default -> filter.size() == 3 && filter.get(1).isTextual() && !filter.get(2).isArray();
    };
  }

  private static String at(String pointer, String member) {
    return pointer + "/" + member.replace("~", "~0").replace("/", "~1");
  }

  private void fault(String pointer, String detail) {
    if (faults.size() < MAX_FAULTS) {
      faults.add(Violation.at("style", pointer, detail));
    }
  }
}
