package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.JsonSchemas;
import io.glebe.core.catalogue.sample.SampleRecords;
import io.glebe.core.json.Json;

/**
 * The shared components of a document: schemas, examples, problem responses, headers, the bearer
 * scheme.
 */
final class ContractComponents {
  /** The seed of the published examples; any value is possible. */
  private static final long SEED = 2026;

  private ContractComponents() {}

  /** The components; {@code entities} adds those of all record types. */
  static ObjectNode all(boolean entities, ContractDocument.Addresses addresses) {
    ObjectNode components = Json.object();
    ObjectNode schemas = components.putObject("schemas");
    schemas.set("Problem", Problems.schema());
    ObjectNode examples = components.putObject("examples");
    if (entities) {
      SampleRecords samples = new SampleRecords(SEED);
      Catalogue.standard().types().forEach(t -> entity(t, samples, schemas, examples));
    }
    components.set("responses", Problems.responses(addresses.problems()));
    components.set("headers", headers());
    components
        .putObject("securitySchemes")
        .putObject("bearer")
        .put("type", "http")
        .put("scheme", "bearer")
        .put("description", "access token whose aud names this API");
    return components;
  }

  private static void entity(
      EntityType type, SampleRecords samples, ObjectNode schemas, ObjectNode examples) {
    ObjectNode record = samples.of(type.name());
    String name = type.name();
    schemas.set(name, JsonSchemas.record(type));
    schemas.set(
        name + "Page", JsonSchemas.page(ContractOperation.ref("#/components/schemas/" + name)));
    example(examples, name, "A stored " + name, stored(record));
    if (type.writable()) {
      schemas.set(name + "Replacement", JsonSchemas.replacement(type));
      schemas.set(name + "Patch", JsonSchemas.patch(type));
      example(examples, name + "Replacement", "A " + name + " to be stored", record);
      example(examples, name + "Patch", "A change of one attribute", patch(type, record));
    }
  }

  private static void example(ObjectNode examples, String name, String summary, ObjectNode value) {
    examples.putObject(name).put("summary", summary).set("value", value);
  }

  private static ObjectNode stored(ObjectNode record) {
    return record
        .deepCopy()
        .put(CommonAttributes.CREATED_AT, "2026-03-01T08:00:00.000001Z")
        .put(CommonAttributes.UPDATED_AT, "2026-03-01T08:00:00.000001Z");
  }

  private static ObjectNode patch(EntityType type, ObjectNode record) {
    ObjectNode patch = Json.object();
    type.attributes().values().stream()
        .filter(a -> !a.immutable() && !a.readOnly() && record.has(a.name()))
        .map(Attribute::name)
        .findFirst()
        .ifPresent(a -> patch.set(a, record.get(a).deepCopy()));
    return patch;
  }

  private static ObjectNode headers() {
    ObjectNode headers = Json.object();
    headers
        .putObject("ETag")
        .put("description", "version of the record, strong")
        .putObject("schema")
        .put("type", "string");
    headers
        .putObject("Location")
        .put("description", "address of the record")
        .putObject("schema")
        .put("type", "string")
        .put("format", "uri-reference");
    return headers;
  }
}
