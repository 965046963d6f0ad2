package io.glebe.api.farm.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Lists with more entries than allowed, of which each is wrong. */
class TooLongListsTest extends RecordApiFixture {
  private static final List<String> ENTRIES =
      List.of("'a'", "''", "7", "null", "[]", "{}", "'field:fly'", "{'entityType': 'Farm'}");

  @Test
  void aRoleWithTooManyPermissionsIsInvalid() {
    String id =
        make(
            "roles",
            "'name': 'Pilot', 'permissions': ['field:read'], 'organizationId': '"
                + FARM.organization
                + "'");
    ObjectNode body = Json.object();
    ArrayNode permissions = body.putArray("permissions");
    for (int i = 0; i < 201; i++) {
      permissions.add("a");
    }
    HttpResponse<String> refused = patch("/v1/roles/" + id, Json.write(body));
    refused(refused, 422, "invalid-record");
    JsonNode violations = Json.parse(refused.body()).path("violations");
    assertThat(violations)
        .extracting(v -> v.path("rule").asText() + " " + v.path("pointer").asText())
        .containsExactly("maxItems /permissions");
  }

  @Test
  void noCollectionFailsForAListThatIsTooLong() {
    Random random = new Random(20_261_127);
    int lists = 0;
    for (EntityType type : Catalogue.standard().types()) {
      for (Attribute attribute : type.attributes().values()) {
        if (attribute.type() instanceof ValueType.ListOf list) {
          UUID id = UUID.randomUUID();
          ObjectNode body = Json.object().put("id", id.toString()).put("originType", "USER");
          body.put("farmId", FARM.farm.toString());
          body.put("organizationId", FARM.organization.toString());
          body.set(attribute.name(), tooLong(random, list.maxItems()));
          String target = "/v1/" + type.path() + "/" + id;
          assertThat(put(target, Json.write(body)).statusCode())
              .as("%s %s", target, attribute.name())
              .isBetween(400, 499);
          lists++;
        }
      }
    }
    assertThat(lists).isGreaterThan(20);
  }

  private static ArrayNode tooLong(Random random, int maxItems) {
    ArrayNode list = Json.array();
    for (int i = 0; i <= maxItems; i++) {
      list.add(Json.parse(ENTRIES.get(random.nextInt(ENTRIES.size())).replace('\'', '"')));
    }
    return list;
  }
}
