package io.glebe.core.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The descriptions of attributes in the schemas of records. */
class AttributeDescriptionsTest {
  @Test
  void everyAttributeOfEverySchemaHasADescription() {
    List<String> gaps = new ArrayList<>();
    for (EntityType type : Catalogue.standard().types()) {
      gaps(JsonSchemas.record(type), type.name(), gaps);
      if (type.writable()) {
        gaps(JsonSchemas.replacement(type), type.name(), gaps);
        gaps(JsonSchemas.creation(type, Set.of()), type.name(), gaps);
        gaps(JsonSchemas.patch(type), type.name(), gaps);
      }
    }
    assertThat(gaps).isEmpty();
  }

  private static void gaps(JsonNode schema, String path, List<String> gaps) {
    for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
      String name = path + "." + member.getKey();
      if (member.getValue().path("description").asText().isEmpty()) {
        gaps.add(name);
      }
      gaps(member.getValue(), name, gaps);
      gaps(member.getValue().path("items"), name, gaps);
    }
  }

  @Test
  void everyTextIsThatOfAnAttribute() {
    Set<String> unused = new TreeSet<>(AttributeDescriptions.texts().keySet());
    CommonAttributes.ALL.forEach(unused::remove);
    for (EntityType type : Catalogue.standard().types()) {
      type.attributes().values().forEach(a -> use(unused, type, a.name(), a.type()));
    }
    assertThat(unused).isEmpty();
  }

  private static void use(Set<String> unused, EntityType type, String path, ValueType value) {
    unused.remove(AttributeDescriptions.key(type.name(), path));
    if (value instanceof ValueType.ListOf list) {
      use(unused, type, path, list.items());
    } else if (value instanceof ValueType.ObjectShape shape) {
      shape.members().values().forEach(m -> use(unused, type, path + "." + m.name(), m.type()));
    }
  }

  @Test
  void theFormOfAValueFollowsItsMeaning() {
    ObjectNode field = JsonSchemas.record(Catalogue.standard().get("Field"));
    assertThat(field.at("/properties/area/description").asText())
        .isEqualTo(
            "area as the farmer states it; that of the geometry may differ; in the unit of"
                + " areaUnit");
    assertThat(field.at("/properties/parcelIdentifiers/items/properties/scheme/description"))
        .hasToString("\"name of the register\"");
    assertThat(field.at("/properties/createdAt/description").asText())
        .isEqualTo("when the record was created");
  }
}
