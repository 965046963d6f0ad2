package io.glebe.core.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.PrecisionModel;

/**
 * GeoJSON geometries of well-formed structure (as {@link GeometryCheck} makes sure) as JTS
 * geometries in WGS 84, longitude first, and in right-handed form.
 */
public final class GeoJson {
  /** WGS 84. */
  public static final int SRID = 4326;

  private static final GeometryFactory FACTORY = new GeometryFactory(new PrecisionModel(), SRID);

  private GeoJson() {}

  /** The geometry; heights are left out. */
  public static Geometry toGeometry(JsonNode geometry) {
    JsonNode at = geometry.path("coordinates");
    return switch (geometry.path("type").asText()) {
      case "Point" -> FACTORY.createPoint(coordinate(at));
      case "LineString" -> line(at);
      case "Polygon" -> polygon(at);
      case "MultiPoint" -> FACTORY.createMultiPointFromCoords(coordinates(at));
      case "MultiLineString" ->
          FACTORY.createMultiLineString(each(at, GeoJson::line).toArray(LineString[]::new));
      case "MultiPolygon" ->
          FACTORY.createMultiPolygon(each(at, GeoJson::polygon).toArray(Polygon[]::new));
      default -> throw new IllegalArgumentException("no geometry type " + geometry.path("type"));
    };
  }

  /** A polygon or another simple geometry as GeoJSON, in the order of its own positions. */
  public static ObjectNode of(Geometry geometry) {
    ObjectNode result =
        JsonNodeFactory.instance.objectNode().put("type", geometry.getGeometryType());
    result.set(
        "coordinates",
        switch (geometry) {
          case Point point -> position(point.getCoordinate());
          case Polygon polygon -> rings(polygon);
          case LineString line -> positions(line.getCoordinates());
          default ->
              throw new IllegalArgumentException(
                  "no simple geometry: " + geometry.getGeometryType());
        });
    return result;
  }

  private static ArrayNode rings(Polygon polygon) {
    ArrayNode rings = JsonNodeFactory.instance.arrayNode();
    rings.add(positions(polygon.getExteriorRing().getCoordinates()));
    for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
      rings.add(positions(polygon.getInteriorRingN(i).getCoordinates()));
    }
    return rings;
  }

  private static ArrayNode positions(Coordinate[] line) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode(line.length);
    for (Coordinate at : line) {
      all.add(position(at));
    }
    return all;
  }

  private static ArrayNode position(Coordinate at) {
    return JsonNodeFactory.instance.arrayNode(2).add(at.x).add(at.y);
  }

  /**
   * The geometry with type and coordinates only and rings in the direction of RFC 7946: outer ones
   * counter-clockwise, holes clockwise. Numbers stay as they were written.
   */
  public static ObjectNode rightHanded(JsonNode geometry) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    String type = geometry.path("type").asText();
    JsonNode at = geometry.path("coordinates");
    result.put("type", type);
    result.set(
        "coordinates",
        switch (type) {
          case "Polygon" -> rings(at);
          case "MultiPolygon" -> {
            ArrayNode all = JsonNodeFactory.instance.arrayNode(at.size());
            at.forEach(p -> all.add(rings(p)));
            yield all;
          }
          default -> at.deepCopy();
        });
    return result;
  }

  private static ArrayNode rings(JsonNode polygon) {
    ArrayNode turned = JsonNodeFactory.instance.arrayNode(polygon.size());
    for (int i = 0; i < polygon.size(); i++) {
      JsonNode ring = polygon.get(i);
      boolean shouldBeLeft = i == 0;
      boolean left = Orientation.isCCW(coordinates(ring));
      turned.add(left == shouldBeLeft ? ring.deepCopy() : reversed(ring));
    }
    return turned;
  }

  private static ArrayNode reversed(JsonNode ring) {
    ArrayNode turned = JsonNodeFactory.instance.arrayNode(ring.size());
    for (int i = ring.size() - 1; i >= 0; i--) {
      turned.add(ring.get(i).deepCopy());
    }
    return turned;
  }

  private static LineString line(JsonNode at) {
    return FACTORY.createLineString(coordinates(at));
  }

  private static Polygon polygon(JsonNode rings) {
    LinearRing shell = FACTORY.createLinearRing(coordinates(rings.get(0)));
    LinearRing[] holes = new LinearRing[rings.size() - 1];
    for (int i = 0; i < holes.length; i++) {
      holes[i] = FACTORY.createLinearRing(coordinates(rings.get(i + 1)));
    }
    return FACTORY.createPolygon(shell, holes);
  }

  static Coordinate[] coordinates(JsonNode positions) {
    Coordinate[] all = new Coordinate[positions.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = coordinate(positions.get(i));
    }
    return all;
  }

  private static Coordinate coordinate(JsonNode position) {
    return new Coordinate(position.get(0).doubleValue(), position.get(1).doubleValue());
  }

  private static <T> List<T> each(JsonNode parts, Function<JsonNode, T> make) {
    List<T> all = new ArrayList<>(parts.size());
    parts.forEach(p -> all.add(make.apply(p)));
    return all;
  }
}
