package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Operation;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.json.MergePatch;
import java.util.List;
import java.util.Optional;

/** Finds the schema and the example that belong to a body of a record. */
final class EntitySchemas {
  private static final String SCHEMAS = "#/components/schemas/";
  private static final String EXAMPLES = "#/components/examples/";

  private EntitySchemas() {}

  /**
   * The schema of a request body: whole records for PUT, merge patches of the entity of the
   * permission for bodies of that media type.
   */
  static ObjectNode ofBody(Operation operation) {
    ObjectNode declared = operation.bodySchema().orElseGet(EntitySchemas::anything);
    Optional<EntityType> entity = entity(declared);
    if (entity.isPresent()) {
      return ContractOperation.ref(SCHEMAS + entity.get().name() + "Replacement");
    }
    List<Permission> permissions = operation.permissions().anyOf();
    boolean isOpen = declared.size() == 1 && declared.path("type").asText().equals("object");
    boolean isPatch = operation.body().mediaTypes().contains(MergePatch.MEDIA_TYPE);
    return isOpen && isPatch && !permissions.isEmpty()
        ? ofPrefix(permissions.getFirst().entity())
            .map(t -> ContractOperation.ref(SCHEMAS + t.name() + "Patch"))
            .orElse(declared)
        : declared;
  }

  private static ObjectNode anything() {
    return Json.object();
  }

  /** The entity a schema refers to. */
  private static Optional<EntityType> entity(ObjectNode schema) {
    String ref = schema.path("$ref").asText("");
    return ref.startsWith(SCHEMAS)
        ? Catalogue.standard().find(ref.substring(SCHEMAS.length()))
        : Optional.empty();
  }

  private static Optional<EntityType> ofPrefix(String prefix) {
    return Catalogue.standard().types().stream().filter(t -> t.prefix().equals(prefix)).findFirst();
  }

  /** The examples of a media type whose schema is an entity of the catalogue. */
  static Optional<ObjectNode> example(ObjectNode schema) {
    String ref = schema.path("$ref").asText("");
    String title = schema.path("title").asText("");
    String name =
        ofSuffix(title, "Creation").isPresent()
            ? title
            : ref.startsWith(SCHEMAS) ? ref.substring(SCHEMAS.length()) : "";
    boolean known =
        entity(schema).isPresent()
            || ofSuffix(name, "Creation").isPresent()
            || ofSuffix(name, "Page").isPresent()
            || ofSuffix(name, "Replacement").isPresent()
            || ofSuffix(name, "Patch").isPresent();
    if (!known) {
      return Optional.empty();
    }
    ObjectNode examples = Json.object();
    examples.set("sample", ContractOperation.ref(EXAMPLES + name));
    return Optional.of(examples);
  }

  private static Optional<EntityType> ofSuffix(String name, String suffix) {
    return name.endsWith(suffix)
        ? Catalogue.standard().find(name.substring(0, name.length() - suffix.length()))
        : Optional.empty();
  }
}
