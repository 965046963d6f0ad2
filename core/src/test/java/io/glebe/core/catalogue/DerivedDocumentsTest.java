package io.glebe.core.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.glebe.core.catalogue.sample.SampleRecords;
import io.glebe.core.json.Json;
import io.glebe.core.record.rule.draft.RecordMerge;
import io.glebe.core.record.rule.value.SchemaCheck;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Derives linked-data context, record types and JSON Schemas from the catalogue. */
class DerivedDocumentsTest {
  private static final Schema META =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

  static Stream<EntityType> types() {
    return Catalogue.standard().types().stream();
  }

  @Test
  void theContextMatchesTheExpectedDocument() {
    ObjectNode made = JsonLdContext.of(Catalogue.standard(), "https://platform.example/ns/v1#");
    JsonNode proven = CatalogueTest.expected("context.jsonld");
    assertThat(RecordMerge.same(made, proven)).isTrue();
  }

  @Test
  void theRecordTypesMatchTheExpectedList() {
    JsonNode proven = CatalogueTest.expected("record-types.json").get("items");
    assertThat(RecordTypes.standard().types()).hasSize(proven.size()).hasSize(20);
    for (JsonNode p : proven) {
      RecordTypes.RecordType made =
          RecordTypes.standard().find(p.get("type").asText()).orElseThrow();
      assertThat(made.name()).isEqualTo(p.get("name").asText());
      assertThat(RecordMerge.same(made.payloadSchema(), p.get("payloadSchema")))
          .as(made.code())
          .isTrue();
      assertThat(RecordMerge.same(made.example(), p.get("example"))).as(made.code()).isTrue();
    }
  }

  @Test
  void examplesMatchTheirSchemaAndAnEmptyPayloadWithRequiredMembersDoesNot() {
    for (RecordTypes.RecordType type : RecordTypes.standard().types()) {
      assertThat(SchemaCheck.soundness(type.payloadSchema())).as(type.code()).isEmpty();
      assertThat(SchemaCheck.faults(type.payloadSchema(), type.example()))
          .as(type.code())
          .isEmpty();
      boolean needs = type.payloadSchema().has("required") || type.payloadSchema().has("anyOf");
      assertThat(SchemaCheck.faults(type.payloadSchema(), Json.object()).isEmpty())
          .as(type.code())
          .isEqualTo(!needs);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void theSchemasAreValidAndAcceptTheSamples(EntityType type) {
    for (ObjectNode schema :
        new ObjectNode[] {
          JsonSchemas.record(type), JsonSchemas.replacement(type), JsonSchemas.patch(type)
        }) {
      assertThat(META.validate(Json.write(schema), InputFormat.JSON)).as(type.name()).isEmpty();
    }
    for (long seed = 1; seed <= 10; seed++) {
      ObjectNode sample = new SampleRecords(seed).of(type.name());
      assertThat(SchemaCheck.faults(JsonSchemas.replacement(type), sample))
          .as("seed %d: %s", seed, sample)
          .isEmpty();
      assertThat(SchemaCheck.faults(JsonSchemas.patch(type), sample)).as("seed %d", seed).isEmpty();
      sample.put("createdAt", "2026-01-01T00:00:00Z").put("updatedAt", "2026-01-01T00:00:00Z");
      assertThat(SchemaCheck.faults(JsonSchemas.record(type), sample))
          .as("seed %d", seed)
          .isEmpty();
    }
  }

  @Test
  void aPatchMayRemoveOnlyOptionalAttributes() {
    ObjectNode schema = JsonSchemas.patch(Catalogue.standard().get("Task"));
    assertThat(SchemaCheck.faults(schema, Json.parse("{\"typeUri\":null,\"priority\":null}")))
        .isEmpty();
    assertThat(SchemaCheck.faults(schema, Json.parse("{\"name\":null}"))).isNotEmpty();
    assertThat(SchemaCheck.faults(schema, Json.parse("{\"status\":null}"))).isNotEmpty();
  }

  @Test
  void aWholeRecordHasOneOfSeveralAttributesWhereTheRulesSaySo() {
    EntityType time = Catalogue.standard().get("TimeRecord");
    ObjectNode entry = new SampleRecords(1).of("TimeRecord");
    assertThat(SchemaCheck.faults(JsonSchemas.replacement(time), entry)).isEmpty();
    entry.remove(List.of("workerId", "machineId"));
    assertThat(SchemaCheck.faults(JsonSchemas.replacement(time), entry)).isNotEmpty();
    assertThat(SchemaCheck.faults(JsonSchemas.creation(time, Set.of()), entry)).isNotEmpty();
    assertThat(SchemaCheck.faults(JsonSchemas.patch(time), entry)).isEmpty();
  }

  @Test
  void aRuleForOneKindBindsOnlyRecordsOfThatKind() {
    EntityType activity = Catalogue.standard().get("Activity");
    ObjectNode body = new SampleRecords(1).of("Activity");
    body.remove(List.of("fieldId", "regionId", "siteId", "animalGroupId"));
    ObjectNode schema = JsonSchemas.replacement(activity);
    assertThat(SchemaCheck.faults(schema, body.put("kind", "CULTIVATION"))).isEmpty();
    assertThat(SchemaCheck.faults(schema, body.put("kind", "OPERATION"))).isNotEmpty();
  }

  @Test
  void aReplacementSaysWhichRequiredAttributesAStoredRecordKeeps() {
    ObjectNode schema = JsonSchemas.replacement(Catalogue.standard().get("Field"));
    assertThat(schema.path("description").asText())
        .isEqualTo(
            "Whole Field as sent by PUT; required to create it, while the replacement of a stored"
                + " record may leave out farmId, which keeps its value");
  }

  @Test
  void aFilterHasTheBoundsOfItsAttribute() {
    JsonNode schema = Filters.of("CultivationPeriod").get("seasonYear").schema();
    assertThat(schema.path("minimum").asInt()).isEqualTo(1900);
    assertThat(schema.path("maximum").asInt()).isEqualTo(2200);
  }

  @Test
  void theSchemaNamesTheBusinessKeys() {
    ObjectNode schema = JsonSchemas.replacement(Catalogue.standard().get("Role"));
    assertThat(schema.at("/x-glebe-business-keys/0/attributes").isEmpty()).isFalse();
  }
}
