package io.glebe.core.partner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.util.Optional;

/**
 * An organization, farm or field of the partner with the attributes that the platform imports.
 *
 * @param id the partner's identifier
 * @param attributes under the names of the platform's records, including the name
 */
record PartnerEntity(String id, ObjectNode attributes) {
  /** An organization or a farm. */
  static PartnerEntity named(JsonNode value) {
    String id = value.path("id").asText();
    String name = value.path("name").asText();
    if (id.isEmpty() || id.length() > PartnerService.MAX_ID_CHARACTERS || name.isBlank()) {
      throw Problem.of(
          ProblemType.BAD_GATEWAY, "the partner's response has an entry without id or name");
    }
    return new PartnerEntity(id, Json.object().put("name", name.strip()));
  }

  /** A field with the geometry and area of its active boundary, if it has one. */
  static PartnerEntity field(JsonNode value) {
    PartnerEntity field = named(value);
    Boundaries.active(value)
        .ifPresent(
            boundary -> {
              Boundaries.geometry(boundary).ifPresent(g -> field.attributes().set("geometry", g));
              JsonNode area = boundary.path("area");
              if (area.path("valueAsDouble").isNumber() && area.path("unit").isTextual()) {
                field.attributes().set("area", area.path("valueAsDouble"));
                field.attributes().set("areaUnit", area.path("unit"));
              }
            });
    return field;
  }

  String name() {
    return attributes.path("name").asText();
  }

  Optional<JsonNode> geometry() {
    return Optional.ofNullable(attributes.get("geometry"));
  }
}
