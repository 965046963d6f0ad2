package io.glebe.core.record.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.UuidSyntax;
import java.util.Optional;
import java.util.UUID;

/** The references of a document of a limited caller to records that lie on a field. */
record FieldReferences(Transaction transaction, FieldLimit limit) {
  private static final UUID NONE = new UUID(0, 0);

  /** Whether one of them lies on a field outside the limit. */
  boolean nameOutside(EntityType type, ObjectNode doc) {
    return type.attributes().values().stream().anyMatch(one -> namesOutside(one, doc));
  }

  private boolean namesOutside(Attribute attribute, ObjectNode doc) {
    JsonNode value = doc.path(attribute.name());
    Optional<EntityType> target = value.isMissingNode() ? Optional.empty() : target(attribute, doc);
    if (target.isEmpty()) {
      return false;
    }
    if (attribute.type() instanceof ValueType.AnyReference) {
      return !limit.includes(transaction, target.get(), id(value));
    }
    return FieldLimit.hasPlace(target.get()) && anyOutside(target.get(), value);
  }

  private boolean anyOutside(EntityType target, JsonNode value) {
    return value.isArray()
        ? value.valueStream().anyMatch(one -> isOutside(target, one))
        : isOutside(target, value);
  }

  private static Optional<EntityType> target(Attribute attribute, ObjectNode doc) {
    return attribute.type() instanceof ValueType.AnyReference any
        ? Catalogue.standard().find(doc.path(any.typeAttribute()).asText(""))
        : attribute.referredEntity().flatMap(Catalogue.standard()::find);
  }

  private boolean isOutside(EntityType target, JsonNode value) {
    return limit.excludesPlace(transaction, target, id(value));
  }

  /** The id in a reference; one of no record for a malformed one, which the rules refuse. */
  private static UUID id(JsonNode value) {
    String id = value.asText("");
    return UuidSyntax.matches(id) ? UUID.fromString(id) : NONE;
  }
}
