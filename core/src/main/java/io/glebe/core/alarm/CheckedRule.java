package io.glebe.core.alarm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;

/**
 * A stored rule that is being checked.
 *
 * @param doc its attributes
 */
record CheckedRule(UUID id, UUID farm, long version, ObjectNode doc) {
  AlarmCondition condition() {
    return AlarmCondition.of(doc);
  }

  long datastream() {
    return doc.path("datastreamId").asLong();
  }
}
