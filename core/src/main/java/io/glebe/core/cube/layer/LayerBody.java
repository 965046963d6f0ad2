package io.glebe.core.cube.layer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.cube.model.LayerClass;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.Composite;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.MetadataException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The body of a layer: {@code name}, {@code dtype}, {@code nodata}, {@code scale}, {@code offset},
 * {@code unit}, {@code categorical}, and the descriptive members {@code title}, {@code
 * description}, {@code colormap}, {@code range}, {@code classes}.
 */
public final class LayerBody {
  /** The form of a name. */
  public static final String NAME_PATTERN = "[A-Za-z_][A-Za-z0-9_-]{0,63}";

  private static final int MAX_TEXT = 2_000;
  private static final Pattern NAME = Pattern.compile(NAME_PATTERN);

  /** Maximum number of classes of a layer. */
  public static final int MAX_CLASSES = 256;

  /** Maximum length of the name of a class in characters. */
  public static final int MAX_NAME = 100;

  private static final List<String> TEXTS = List.of("title", "description", "colormap");

  /** The members of a body. */
  private static final KnownMembers MEMBERS =
      KnownMembers.of(
          "a layer",
          "name",
          "dtype",
          "nodata",
          "scale",
          "offset",
          "unit",
          "categorical",
          "title",
          "description",
          "colormap",
          "range",
          LayerClass.MEMBER,
          "chunkShape",
          "chunkSide",
          "zarrFormat");

  /** Members of a layer that the server sets; a body that repeats them is accepted. */
  private static final Set<String> OF_SERVER =
      Set.of("kind", "timeMajor", "slices", "firstTime", "lastTime", "bands", "statistics");

  private final ObjectNode body;
  private final List<Violation> faults = new ArrayList<>();

  private LayerBody(ObjectNode body) {
    this.body = body;
  }

  /** Parses a new layer; 422 with all violations. */
  public static Layer create(ObjectNode body) {
    LayerBody parsed = new LayerBody(body);
    String name = parsed.name();
    DataType type = parsed.type(body.path("dtype").asText(""));
    return parsed.build(Layer.of(name, type));
  }

  /** Changes the description of a layer; name and dtype, if given, must be unchanged. */
  public static Layer update(ObjectNode body, Layer before) {
    LayerBody parsed = new LayerBody(body);
    if (body.has("name") && !body.path("name").asText().equals(before.name())) {
      parsed.fault("/name", "the name of a layer does not change");
    }
    if (body.has("dtype") && parsed.type(body.path("dtype").asText()) != before.dataType()) {
      parsed.fault("/dtype", "the dtype of a layer does not change");
    }
    return parsed.build(before);
  }

  private Layer build(Layer base) {
    faults.addAll(MEMBERS.faults(body.deepCopy().without(OF_SERVER), ""));
    double scale = number("scale", base.scale());
    double offset = number("offset", base.offset());
    OptionalDouble nodata = nodata(base);
    Map<String, Object> attributes = attributes(base);
    if (scale == 0) {
      fault("/scale", "scale is not 0");
    }
    boolean isUnit = body.path("unit").asText("").length() <= MAX_TEXT;
    if (body.hasNonNull("unit") && !(body.path("unit").isTextual() && isUnit)) {
      fault("/unit", "unit is a text of at most " + MAX_TEXT + " characters");
    }
    if (body.hasNonNull("categorical") && !body.path("categorical").isBoolean()) {
      fault("/categorical", "categorical is true or false");
    }
    String unit = body.path("unit").asText(base.unit());
    boolean categorical = body.path("categorical").asBoolean(base.categorical());
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return new Layer(
        base.name(), base.dataType(), scale, offset, nodata, unit, categorical, attributes);
  }

  private String name() {
    String name = body.path("name").asText("");
    if (!NAME.matcher(name).matches()) {
      fault(
          "/name",
          "a name has up to 64 letters, digits, dashes or underscores and begins with a letter or"
              + " underscore");
      return "unnamed";
    }
    if (Composite.byName(name).isPresent()) {
      fault("/name", name + " is the name of a composite, which is computed from bands");
    }
    return name;
  }

  private DataType type(String text) {
    try {
      return text.matches("[<>|].*") ? DataType.ofV2(text) : DataType.ofV3(text);
    } catch (MetadataException e) {
      fault("/dtype", "dtype is a NumPy or Zarr type such as uint16, float32 or <i2");
      return DataType.FLOAT32;
    }
  }

  private OptionalDouble nodata(Layer base) {
    JsonNode node = body.path("nodata");
    if (node.isMissingNode()) {
      return base.nodata();
    }
    if (node.isNull()) {
      return OptionalDouble.empty();
    }
    if (node.isTextual() && node.textValue().equalsIgnoreCase("NaN")) {
      return OptionalDouble.of(Double.NaN);
    }
    return OptionalDouble.of(number("nodata", 0));
  }

  private double number(String member, double absent) {
    JsonNode node = body.path(member);
    if (node.isMissingNode()) {
      return absent;
    }
    if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
      fault("/" + member, member + " is a finite number");
      return absent;
    }
    return node.doubleValue();
  }

  private Map<String, Object> attributes(Layer base) {
    Map<String, Object> attributes = new LinkedHashMap<>(base.attributes());
    for (String member : TEXTS) {
      JsonNode node = body.path(member);
      if (node.isTextual() && node.textValue().length() <= MAX_TEXT) {
        attributes.put(member, node.textValue());
      } else if (!node.isMissingNode()) {
        fault("/" + member, member + " is a text of at most " + MAX_TEXT + " characters");
      }
    }
    String ramp = body.path("colormap").asText("");
    if (!ramp.isEmpty() && ColourRamp.byName(ramp).isEmpty()) {
      fault("/colormap", "there is no ramp '" + ramp + "'; there are " + ColourRamp.names());
    }
    range(attributes);
    classes(attributes);
    return attributes;
  }

  private void range(Map<String, Object> attributes) {
    JsonNode node = body.path("range");
    if (node.isMissingNode()) {
      return;
    }
    boolean good =
        node.isArray() && node.size() == 2 && node.get(0).isNumber() && node.get(1).isNumber();
    if (!good || !(node.get(0).doubleValue() < node.get(1).doubleValue())) {
      fault("/range", "range has two numbers, the smaller first");
      return;
    }
    attributes.put("range", List.of(node.get(0).doubleValue(), node.get(1).doubleValue()));
  }

  private void classes(Map<String, Object> attributes) {
    JsonNode node = body.path(LayerClass.MEMBER);
    if (node.isMissingNode()) {
      return;
    }
    if (!node.isArray() || node.size() > MAX_CLASSES) {
      fault("/classes", "classes is a list of at most " + MAX_CLASSES + " classes");
      return;
    }
    Map<Integer, Object> classes = new LinkedHashMap<>();
    for (int i = 0; i < node.size(); i++) {
      readClass("/classes/" + i, node.get(i))
          .ifPresent(read -> classes.put(read.value(), read.attribute()));
    }
    if (classes.isEmpty()) {
      attributes.remove(LayerClass.MEMBER);
    } else {
      attributes.put(LayerClass.MEMBER, List.copyOf(classes.values()));
    }
  }

  private Optional<LayerClass> readClass(String pointer, JsonNode node) {
    JsonNode value = node.path("value");
    JsonNode name = node.path("name");
    JsonNode cloud = node.path("cloud");
    if (!value.isInt()) {
      fault(pointer + "/value", "value is the stored number of the class, an integer");
      return Optional.empty();
    }
    if (!name.isTextual() || name.textValue().isBlank() || name.textValue().length() > MAX_NAME) {
      fault(pointer + "/name", "name is a text of at most " + MAX_NAME + " characters");
      return Optional.empty();
    }
    if (!cloud.isMissingNode() && !cloud.isBoolean()) {
      fault(pointer + "/cloud", "cloud is true or false");
    }
    String color = node.path("color").asText("").toLowerCase(Locale.ROOT);
    if (node.has("color") && !color.matches("#[0-9a-f]{6}")) {
      fault(pointer + "/color", "color is a colour like #2f6db3");
      color = "";
    }
    return Optional.of(
        new LayerClass(value.intValue(), name.textValue(), cloud.asBoolean(), color));
  }

  private void fault(String pointer, String detail) {
    faults.add(Violation.at("layer", pointer, detail));
  }
}
