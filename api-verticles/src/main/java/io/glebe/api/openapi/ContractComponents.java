package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.JsonSchemas;
import io.glebe.core.json.Json;

/** The shared components of a document: schemas, examples, responses, the bearer scheme. */
final class ContractComponents {
  private ContractComponents() {}

  /** The components; {@code entities} adds those of all record types. */
  static ObjectNode all(boolean entities, ContractDocument.Addresses addresses) {
    ObjectNode components = Json.object();
    ObjectNode schemas = components.putObject("schemas");
    schemas.set("Problem", Problems.schema());
    ObjectNode examples = components.putObject("examples");
    if (entities) {
      Catalogue.standard().types().forEach(t -> entity(t, schemas, examples));
    }
    ObjectNode responses = Problems.responses(addresses.problems());
    responses.set(ContractOperation.NOT_MODIFIED, ContractOperation.notModified());
    components.set("responses", responses);
    ObjectNode schemes = components.putObject("securitySchemes");
    schemes
        .putObject("bearer")
        .put("type", "http")
        .put("scheme", "bearer")
        .put("description", "access token whose aud names this API");
    schemes
        .putObject("viewer")
        .put("type", "apiKey")
        .put("in", "query")
        .put("name", "access_token")
        .put("description", "token for pictures of collections, made at /tokens/tiles");
    return components;
  }

  private static void entity(EntityType type, ObjectNode schemas, ObjectNode examples) {
    String name = type.name();
    schemas.set(name, JsonSchemas.record(type));
    schemas.set(
        name + "Page", JsonSchemas.page(ContractOperation.ref("#/components/schemas/" + name)));
    example(examples, name, "A stored " + name, RecordExamples.stored(type));
    example(examples, name + "Page", "The last page of a list", RecordExamples.page(type));
    if (type.writable()) {
      schemas.set(name + "Replacement", JsonSchemas.replacement(type));
      ObjectNode whole = RecordExamples.replacement(type);
      example(examples, name + "Replacement", "A " + name + " to be stored", whole);
      example(examples, name + "Creation", "A new " + name, RecordExamples.creation(type));
    }
    if (type.changeable()) {
      schemas.set(name + "Patch", JsonSchemas.patch(type));
      example(examples, name + "Patch", "A change of one attribute", RecordExamples.patch(type));
    }
  }

  private static void example(ObjectNode examples, String name, String summary, ObjectNode value) {
    examples.putObject(name).put("summary", summary).set("value", value);
  }
}
