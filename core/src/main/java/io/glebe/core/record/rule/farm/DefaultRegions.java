package io.glebe.core.record.rule.farm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.Uuids;
import java.util.List;
import java.util.UUID;

/**
 * The default region of every field: its id is derived from the field's id, its geometry and period
 * are the field's (V05).
 */
public final class DefaultRegions {
  /** Attributes that the default region copies from its field. */
  public static final List<String> FOLLOWED = List.of("geometry", "startsAt", "endsAt");

  private DefaultRegions() {}

  /** The id of the default region: UUIDv5 in the namespace of the field's id. */
  public static UUID idOf(UUID field) {
    return Uuids.defaultRegion(field);
  }

  /** The default region that is created with a field; without provenance. */
  public static ObjectNode of(ObjectNode field) {
    UUID id = UUID.fromString(field.path(CommonAttributes.ID).textValue());
    ObjectNode region = Json.object();
    region.put(CommonAttributes.ID, idOf(id).toString());
    region.put(CommonAttributes.ORIGIN_TYPE, "SYSTEM");
    region.put("fieldId", id.toString());
    region.put("isDefault", true);
    region.put("kind", "WHOLE_FIELD");
    follow(field, region);
    return region;
  }

  private static void follow(ObjectNode field, ObjectNode region) {
    for (String attribute : FOLLOWED) {
      if (field.has(attribute)) {
        region.set(attribute, field.get(attribute).deepCopy());
      } else {
        region.remove(attribute);
      }
    }
  }
}
