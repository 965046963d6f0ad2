package io.glebe.core.record.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The bounding box of a GeoJSON geometry. */
public final class BoundingBox {
  private BoundingBox() {}

  /** Returns west, south, east, north in degrees; empty when the value is not a geometry. */
  public static Optional<double[]> of(JsonNode geometry) {
    double[] box = {
      Double.POSITIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NEGATIVE_INFINITY
    };
    extend(box, geometry.path("coordinates"));
    return box[0] <= box[2] && box[1] <= box[3] ? Optional.of(box) : Optional.empty();
  }

  private static void extend(double[] box, JsonNode coordinates) {
    if (coordinates.size() >= 2 && coordinates.get(0).isNumber() && coordinates.get(1).isNumber()) {
      double east = coordinates.get(0).doubleValue();
      double north = coordinates.get(1).doubleValue();
      box[0] = Math.min(box[0], east);
      box[1] = Math.min(box[1], north);
      box[2] = Math.max(box[2], east);
      box[3] = Math.max(box[3], north);
    } else {
      coordinates.forEach(part -> extend(box, part));
    }
  }
}
