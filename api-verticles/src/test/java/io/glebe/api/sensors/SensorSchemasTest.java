package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** The published schemas of entities say what the service answers and accepts. */
class SensorSchemasTest {
  private static final StaClient STA = new StaClient("schemas-test");

  private static boolean acceptsNull(JsonNode schema) {
    return !schema.has("type") || schema.path("type").toString().contains("null");
  }

  @Test
  void anAnswerRequiresNoMemberBecauseASelectionLeavesItOut() {
    for (SensorEntityType type : SensorModel.types()) {
      assertThat(SensorSchemas.of(type).has("required")).as(type.name()).isFalse();
    }
    STA.datastream("selection");
    JsonNode first = STA.json("/Things?$top=1&$select=name").path("value").get(0);
    assertThat(first.size()).isEqualTo(1);
  }

  @Test
  void aBodyRequiresThePropertiesWithoutADefaultAndAcceptsNullForTheOthers() {
    for (SensorEntityType type : SensorModel.types()) {
      ObjectNode schema = SensorSchemas.creation(type);
      for (Property property : type.properties()) {
        boolean required = property.presence() == Property.Presence.REQUIRED;
        String name = type.name() + "/" + property.name();
        assertThat(schema.path("required").toString().contains("\"" + property.name() + "\""))
            .as(name)
            .isEqualTo(required);
        if (!required && property.writable()) {
          assertThat(acceptsNull(schema.path("properties").path(property.name())))
              .as(name)
              .isTrue();
        }
      }
    }
  }

  @Test
  void nullIsTheAbsenceOfAMemberWithADefault() {
    JsonNode things =
        STA.post(
            "/Things",
            "{'name': 'nulls', 'description': null, 'properties': null, 'Locations': [{'name':"
                + " null, 'description': null, 'encodingType': null, 'location': {'type': 'Point',"
                + " 'coordinates': [15, 46]}}]}");
    assertThat(things.path("description").asText()).isEqualTo("nulls");
    HttpResponse<String> stream =
        STA.send(
            "POST",
            "/Things(" + things.path("@iot.id").asLong() + ")/Datastreams",
            "{'name': 'n', 'observationType': null, 'unitOfMeasurement': null, 'Sensor': {'name':"
                + " 's', 'metadata': null}, 'ObservedProperty': {'name': 'p', 'definition': null},"
                + " 'Observations': [{'result': 1, 'phenomenonTime': null, 'validTime': null,"
                + " 'parameters': null, 'clientKey': null}]}");
    assertThat(stream.statusCode()).as(stream.body()).isEqualTo(201);
    assertThat(Json.parseObject(stream.body()).path("unitOfMeasurement").isObject()).isTrue();
  }
}
