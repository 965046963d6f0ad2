package io.glebe.core.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Stored GeoJSON geometries with positions in another CRS; for one thread. */
public final class GeoJsonIn {
  /** Decimals of a metre, and of a degree (about 0.1 mm). */
  private static final int METRE_DECIMALS = 4;

  private static final int DEGREE_DECIMALS = 9;

  private final Crs crs;
  private final int decimals;
  private final double[] pair = new double[2];

  public GeoJsonIn(Crs crs) {
    this.crs = crs;
    this.decimals = crs.projection().epsg() == 4326 ? DEGREE_DECIMALS : METRE_DECIMALS;
  }

  /**
   * The geometry with every position in the CRS; heights stay.
   *
   * @throws IllegalArgumentException for a position that the CRS does not cover
   */
  public ObjectNode of(ObjectNode geometry) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("type", geometry.get("type"));
    result.set("coordinates", positions(geometry.get("coordinates")));
    return result;
  }

  private ArrayNode positions(JsonNode node) {
    ArrayNode result = JsonNodeFactory.instance.arrayNode(node.size());
    if (node.get(0).isNumber()) {
      crs.fromLonLat(node.get(0).doubleValue(), node.get(1).doubleValue(), pair);
      result.add(rounded(pair[0])).add(rounded(pair[1]));
      if (node.size() > 2) {
        result.add(node.get(2));
      }
      return result;
    }
    node.forEach(part -> result.add(positions(part)));
    return result;
  }

  private JsonNode rounded(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a position is outside of " + crs.uri());
    }
    return DecimalNode.valueOf(
        BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN));
  }
}
