package io.glebe.core.cube.tileset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * A tileset as it is stored.
 *
 * @param id unique in its collection
 * @param doc title, tile matrix set, picture, zooms and whatever else was sent
 * @param version counts the changes
 */
public record Tileset(
    String id, ObjectNode doc, long version, Instant createdAt, Instant updatedAt) {

  /** The tile matrix set over which it lies. */
  public String matrixSet() {
    return doc.path("tileMatrixSetId").asText();
  }

  /** Whether its tiles hold features. */
  public boolean vector() {
    return doc.path("dataType").asText().equals("vector");
  }
}
