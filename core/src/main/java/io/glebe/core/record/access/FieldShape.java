package io.glebe.core.record.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.database.Transaction;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.Uuids;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.operation.overlayng.OverlayNG;
import org.locationtech.jts.operation.overlayng.OverlayNGRobust;

/** The shape of a field as the limit of what a service draws in it. */
final class FieldShape {
  /** The share of a region's area that may lie outside of its field: measured by hand, rounded. */
  private static final double TOLERANCE = 0.01;

  private static final String FIELD = "select doc ->> 'geometry' from record.fields where id = $1";

  private FieldShape() {}

  /** Whether the geometry of a region lies inside of its field; true for one without an area. */
  static boolean covers(Transaction transaction, ObjectNode region) {
    if (!region.path("geometry").isObject()) {
      return true;
    }
    Geometry drawn = GeoJson.toGeometry(region.path("geometry"));
    return Uuids.of(region, "fieldId")
        .flatMap(field -> transaction.first(FIELD, field))
        .map(row -> GeoJson.toGeometry(Json.parse(row.getString(0))))
        .filter(field -> isMostly(drawn, field))
        .isPresent();
  }

  private static boolean isMostly(Geometry drawn, Geometry field) {
    double outside = OverlayNGRobust.overlay(drawn, field, OverlayNG.DIFFERENCE).getArea();
    return outside <= TOLERANCE * drawn.getArea();
  }
}
