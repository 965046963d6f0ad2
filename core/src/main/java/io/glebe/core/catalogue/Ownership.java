package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * Records that go with their owner when it is deleted: those of {@code entity} whose {@code
 * attribute} names the owner.
 *
 * @param onlyIf attribute values a record must have to be owned; empty = all
 */
public record Ownership(String entity, String attribute, Map<String, JsonNode> onlyIf) {
  public Ownership {
    onlyIf = Map.copyOf(onlyIf);
  }
}
