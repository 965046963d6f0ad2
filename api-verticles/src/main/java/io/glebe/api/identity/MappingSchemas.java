package io.glebe.api.identity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.sensor.mapping.MappingLimits;

/** JSON Schemas of MQTT mappings. */
final class MappingSchemas {
  private static final int MAX_NAME_CHARS = 200;
  private static final int MAX_TOPIC_CHARS = 256;
  private static final int MAX_POINTER_CHARS = 1_000;

  private MappingSchemas() {}

  static ObjectNode mapping(MappingLimits limits) {
    return Members.of("MqttMapping", "What topics and payloads of a service account mean")
        .must(
            "templates",
            Schemas.list(template(limits.values()), 1, limits.templates())
                .put("description", "the first one that matches a topic counts"))
        .only()
        .schema();
  }

  private static ObjectNode template(int mostMeasures) {
    return Members.of("MqttMessageTemplate", "One kind of message")
        .must(
            "topic",
            Schemas.text(MAX_TOPIC_CHARS)
                .put(
                    "description",
                    "levels are texts, {variables}, + or a final #; {measure} names the measure"))
        .must("thing", name("name of the Thing, with variables of the topic"))
        .may(
            "farmId",
            Schemas.uuid()
                .put("description", "farm of the Thing; without it the account's own Things count"))
        .may(
            "create",
            Schemas.flag(false)
                .put("description", "whether missing Things and Datastreams are made"))
        .may("time", time())
        .may("value", pointer("of the value, where the topic has {measure}; default the payload"))
        .may("measures", Schemas.list(measure(), 0, mostMeasures))
        .may(
            "others",
            Schemas.flag(false)
                .put("description", "whether numbers that are not described are measures too"))
        .may("datastream", name("name of Datastreams, with {measure}; default {measure}"))
        .only()
        .schema();
  }

  private static ObjectNode name(String description) {
    return Schemas.text(MAX_NAME_CHARS).put("description", description);
  }

  private static ObjectNode pointer(String description) {
    return Schemas.text("JSON Pointer " + description).put("maxLength", MAX_POINTER_CHARS);
  }

  private static ObjectNode time() {
    return Members.of("MqttTimeMember", "The time in the payload; without it the time of arrival")
        .must("pointer", pointer("of the time"))
        .must("format", Schemas.word("ISO", "EPOCH_SECONDS", "EPOCH_MILLISECONDS"))
        .only()
        .schema();
  }

  private static ObjectNode measure() {
    ObjectNode property =
        Members.of("MqttObservedProperty", "The ObservedProperty of a Datastream that is made")
            .may("name", name("default the name of the measure"))
            .may("definition", Schemas.text(MAX_NAME_CHARS))
            .only()
            .schema();
    ObjectNode unit =
        Members.of("MqttUnit", "The unit of a Datastream that is made")
            .may("name", Schemas.text(MAX_NAME_CHARS))
            .may("symbol", Schemas.text(MAX_NAME_CHARS))
            .may("definition", Schemas.text(MAX_NAME_CHARS))
            .only()
            .schema();
    return Members.of("MqttMeasure", "One quantity in a message")
        .must("name", Schemas.text(MAX_NAME_CHARS))
        .may("value", pointer("of the value; default the member with the name of the measure"))
        .may("datastream", name("name of its Datastream; default that of the template"))
        .may("unit", unit)
        .may("observedProperty", property)
        .may(
            "observationType",
            Schemas.word(
                    "OM_Measurement",
                    "OM_CountObservation",
                    "OM_TruthObservation",
                    "OM_CategoryObservation")
                .put("default", "OM_Measurement"))
        .only()
        .schema();
  }

  static ObjectNode trial(MappingLimits limits) {
    return Members.of("MqttTrial", "A message to try")
        .must(
            "topic",
            Schemas.text(MqttMappingArea.MAX_TOPIC_CHARS).put("description", "of the message"))
        .must("payload", Schemas.any("payload of the message"))
        .may("mapping", mapping(limits))
        .only()
        .schema();
  }

  static ObjectNode outcome() {
    ObjectNode value =
        Members.of("MqttTrialValue", "One value of the message")
            .must("measure", Schemas.text())
            .must("thing", Schemas.text())
            .must("datastream", Schemas.text())
            .must("outcome", Schemas.word("STORED", "CREATED", "REFUSED"))
            .must("result", Schemas.any("result of the observation"))
            .must("phenomenonTime", Schemas.time())
            .may("datastreamId", Schemas.integer())
            .may("detail", Schemas.text("why it would be refused"))
            .schema();
    return Members.of("MqttTrialOutcome", "What would become of the message")
        .must("stored", Schemas.flag())
        .may("refusal", Schemas.text("why nothing would be stored"))
        .must("values", Schemas.list(value))
        .schema();
  }
}
