package io.glebe.core.cube.tileset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.cube.layer.LayerBody;
import io.glebe.core.json.MergePatch;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.tile.grid.TileMatrixSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The validated body of a tileset. Members: {@code id}, {@code title}, {@code description}, {@code
 * tileMatrixSetId} (default WebMercatorQuad), {@code dataType} (derived from the set), {@code
 * layers}, {@code style}, {@code datetime}, {@code expression}, {@code colormap_name}, {@code
 * rescale}, {@code resampling}, {@code filter}, {@code minzoom}, {@code maxzoom}, {@code bbox}.
 *
 * @param id the id, if the body contains it
 * @param doc the other members, without those that the server derives; unknown ones are kept, but a
 *     misspelt name is refused
 */
public record TilesetBody(Optional<String> id, ObjectNode doc) {
  /** The tile matrix set of vector tiles. */
  public static final String VECTOR_SET = "WebMercatorQuad-Vector";

  /** Members that are also parameters of a tile. */
  public static final List<String> PARAMETERS =
      List.of(
          "layers",
          "style",
          "datetime",
          "expression",
          "colormap_name",
          "rescale",
          "resampling",
          "filter");

  private static final Set<String> DERIVED =
      Set.of("id", "collectionId", "links", "created", "updated", "crs", "tileMatrixSetURI");

  private static final KnownMembers MEMBERS =
      new KnownMembers(
          "a tileset",
          Stream.of(
                  DERIVED.stream(),
                  PARAMETERS.stream(),
                  Stream.of("title", "description", "tileMatrixSetId", "dataType"),
                  Stream.of("minzoom", "maxzoom", "bbox"))
              .flatMap(names -> names)
              .collect(Collectors.toSet()));

  /** The form of an id. */
  public static final String ID_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  private static final Pattern ID = Pattern.compile(ID_PATTERN);
  private static final int MAX_TEXT = 2_000;
  private static final int MAX_LAYERS = 3;

  /** Validates the body of a request; 422 with all violations. */
  public static TilesetBody parse(ObjectNode body) {
    return validated(body, MEMBERS.misspelt(body, ""));
  }

  /**
   * Validates a stored description with a merge patch; 422 with all violations. Members that were
   * stored before are kept, whatever their names are.
   */
  static TilesetBody patched(ObjectNode doc, ObjectNode patch) {
    return validated(MergePatch.apply(doc, patch), MEMBERS.misspelt(patch, ""));
  }

  private static TilesetBody validated(ObjectNode body, List<Violation> found) {
    List<Violation> faults = new ArrayList<>(found);
    Optional<String> id = text(body, "id", faults);
    id.filter(text -> !ID.matcher(text).matches())
        .ifPresent(
            text ->
                faults.add(
                    fault(
                        "/id",
                        "an id has 1 to 64 letters, digits, dots, dashes or underscores and begins"
                            + " with a letter or digit")));
    for (String member : List.of("title", "description")) {
      text(body, member, faults);
    }
    for (String member : PARAMETERS) {
      if (!member.equals("layers") && !member.equals("rescale")) {
        text(body, member, faults);
      }
    }
    ObjectNode doc = body.deepCopy();
    doc.remove(DERIVED);
    matrixSet(doc, faults);
    list(doc, "layers", MAX_LAYERS, TilesetBody::isLayer, "names of layers", faults);
    list(doc, "rescale", 2 * MAX_LAYERS, JsonNode::isNumber, "numbers", faults);
    if (doc.path("rescale").size() % 2 != 0) {
      faults.add(fault("/rescale", "rescale has pairs of numbers"));
    }
    zooms(doc, faults);
    box(doc, faults);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return new TilesetBody(id, doc);
  }

  /** The ids of the sets of which there are tiles. */
  public static List<String> sets() {
    List<String> sets = new ArrayList<>();
    Arrays.stream(TileMatrixSet.values()).map(TileMatrixSet::id).forEach(sets::add);
    sets.add(VECTOR_SET);
    return List.copyOf(sets);
  }

  private static void matrixSet(ObjectNode doc, List<Violation> faults) {
    String set = doc.path("tileMatrixSetId").asText(TileMatrixSet.WEB_MERCATOR_QUAD.id());
    List<String> sets = sets();
    if (!sets.contains(set)) {
      faults.add(fault("/tileMatrixSetId", "there are " + String.join(", ", sets)));
      return;
    }
    String type = doc.path("dataType").asText(set.equals(VECTOR_SET) ? "vector" : "map");
    if (!type.equals(set.equals(VECTOR_SET) ? "vector" : "map")) {
      faults.add(fault("/dataType", "tiles of " + set + " are of another type"));
    }
    doc.put("tileMatrixSetId", set).put("dataType", type);
  }

  private static boolean isLayer(JsonNode value) {
    return value.isTextual() && value.textValue().matches(LayerBody.NAME_PATTERN);
  }

  private static void list(
      ObjectNode doc,
      String member,
      int most,
      java.util.function.Predicate<JsonNode> fits,
      String what,
      List<Violation> faults) {
    JsonNode node = doc.path(member);
    if (node.isMissingNode()) {
      return;
    }
    boolean good = node.isArray() && !node.isEmpty() && node.size() <= most;
    for (JsonNode item : node) {
      good &= fits.test(item);
    }
    if (!good) {
      faults.add(fault("/" + member, member + " is an array of 1 to " + most + " " + what));
    }
  }

  private static void zooms(ObjectNode doc, List<Violation> faults) {
    int before = 0;
    for (String member : List.of("minzoom", "maxzoom")) {
      JsonNode node = doc.path(member);
      if (node.isMissingNode()) {
        continue;
      }
      if (!node.isInt() || node.intValue() < before || node.intValue() > TileMatrixSet.MAX_ZOOM) {
        faults.add(
            fault(
                "/" + member,
                member + " is a whole number from " + before + " to " + TileMatrixSet.MAX_ZOOM));
        return;
      }
      before = node.intValue();
    }
  }

  private static void box(ObjectNode doc, List<Violation> faults) {
    JsonNode box = doc.path("bbox");
    if (box.isMissingNode()) {
      return;
    }
    boolean good = box.isArray() && box.size() == 4;
    for (JsonNode number : box) {
      good &= number.isNumber() && Double.isFinite(number.doubleValue());
    }
    if (!good
        || box.get(0).doubleValue() >= box.get(2).doubleValue()
        || box.get(1).doubleValue() >= box.get(3).doubleValue()) {
      faults.add(fault("/bbox", "bbox is west, south, east, north in degrees"));
    }
  }

  private static Optional<String> text(ObjectNode body, String member, List<Violation> faults) {
    JsonNode node = body.path(member);
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    if (!node.isTextual() || node.textValue().isBlank() || node.textValue().length() > MAX_TEXT) {
      faults.add(fault("/" + member, member + " is a text of 1 to " + MAX_TEXT + " characters"));
      return Optional.empty();
    }
    return Optional.of(node.textValue());
  }

  static Violation fault(String pointer, String detail) {
    return Violation.at("tileset", pointer, detail);
  }
}
