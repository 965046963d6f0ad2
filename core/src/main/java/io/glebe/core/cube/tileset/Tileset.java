package io.glebe.core.cube.tileset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * A stored tileset.
 *
 * @param id unique in its collection
 * @param doc title, tile matrix set, rendering, zooms and all other members that were sent
 * @param version counts the changes
 */
public record Tileset(
    String id, ObjectNode doc, long version, Instant createdAt, Instant updatedAt) {

  /** Returns its tile matrix set. */
  public String matrixSet() {
    return doc.path("tileMatrixSetId").asText();
  }

  /** Returns whether its tiles contain features. */
  public boolean vector() {
    return doc.path("dataType").asText().equals("vector");
  }
}
