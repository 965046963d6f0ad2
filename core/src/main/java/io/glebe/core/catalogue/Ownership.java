package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * Records that are deleted together with their owner: records of {@code entity} whose {@code
 * attribute} names the owner.
 *
 * @param onlyIf attribute values that a record must have to be owned; empty = all records
 */
public record Ownership(String entity, String attribute, Map<String, JsonNode> onlyIf) {
  public Ownership {
    onlyIf = Map.copyOf(onlyIf);
  }
}
