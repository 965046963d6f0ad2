package io.glebe.api.partner;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The data of the sandbox partner: two organizations, three farms and their fields, the same for
 * every account until its names are changed.
 */
final class SandboxData {
  private static final double WEST = 15.52;
  private static final double SOUTH = 46.02;
  private static final double CELL = 0.004;
  private static final double METRES_PER_DEGREE = 111_320;

  /** Number of fields of each farm, by organization and farm. */
  private static final Map<String, Map<String, Integer>> FARMS = new LinkedHashMap<>();

  static {
    Map<String, Integer> valley = new LinkedHashMap<>();
    valley.put("farm-11", 12);
    valley.put("farm-12", 4);
    FARMS.put("org-1", valley);
    FARMS.put("org-2", Map.of("farm-21", 6));
  }

  private final Map<String, String> names = new ConcurrentHashMap<>();

  /** Renames an organization, farm or field. */
  void rename(String id, String name) {
    names.put(id, name);
  }

  private ObjectNode entry(String type, String id, String name) {
    return Json.object().put("@type", type).put("id", id).put("name", names.getOrDefault(id, name));
  }

  List<ObjectNode> organizations() {
    List<ObjectNode> all = new ArrayList<>();
    FARMS.keySet().forEach(id -> all.add(entry("Organization", id, "Sandbox business " + id)));
    return all;
  }

  /** Empty for an unknown organization. */
  Optional<List<ObjectNode>> farms(String organization) {
    return Optional.ofNullable(FARMS.get(organization))
        .map(
            farms ->
                farms.keySet().stream().map(id -> entry("Farm", id, "Sandbox " + id)).toList());
  }

  /** Empty for an unknown organization or farm. The last field of a farm has no boundary yet. */
  Optional<List<ObjectNode>> fields(String organization, String farm) {
    return Optional.ofNullable(FARMS.getOrDefault(organization, Map.of()).get(farm))
        .map(
            count -> {
              List<ObjectNode> fields = new ArrayList<>();
              for (int number = 1; number <= count; number++) {
                fields.add(field(farm, number, number < count));
              }
              return fields;
            });
  }

  private ObjectNode field(String farm, int number, boolean bounded) {
    String id = farm.replace("farm", "field") + "-" + number;
    ObjectNode field = entry("Field", id, "Sandbox field " + number);
    ArrayNode boundaries = field.putArray("boundaries");
    if (bounded) {
      int row = farm.charAt(farm.length() - 1) - '0' + 3 * (farm.charAt(5) - '0');
      boundary(boundaries.addObject(), WEST + number * 1.25 * CELL, SOUTH + row * 1.25 * CELL);
    }
    return field;
  }

  private static void boundary(ObjectNode boundary, double west, double south) {
    double height = CELL * METRES_PER_DEGREE;
    double width = height * Math.cos(Math.toRadians(south));
    double hectares = Math.round(width * height / 100) / 100.0;
    boundary.put("@type", "Boundary").put("active", true);
    boundary.putObject("area").put("valueAsDouble", hectares).put("unit", "ha");
    ObjectNode ring = boundary.putArray("multipolygons").addObject().putArray("rings").addObject();
    ArrayNode points = ring.put("type", "exterior").putArray("points");
    point(points, west, south);
    point(points, west + CELL, south);
    point(points, west + CELL, south + CELL);
    point(points, west, south + CELL);
    point(points, west, south);
  }

  /** Degrees with seven decimals, which is a centimetre. */
  private static void point(ArrayNode points, double lon, double lat) {
    points
        .addObject()
        .put("@type", "Point")
        .put("lat", Math.round(lat * 1e7) / 1e7)
        .put("lon", Math.round(lon * 1e7) / 1e7);
  }
}
