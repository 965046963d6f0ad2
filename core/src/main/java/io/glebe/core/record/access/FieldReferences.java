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
  /** Whether one of them lies on a field outside the limit. */
  boolean nameOutside(EntityType type, ObjectNode doc) {
    return type.attributes().values().stream().anyMatch(one -> namesOutside(one, doc));
  }

  private boolean namesOutside(Attribute attribute, ObjectNode doc) {
    JsonNode value = doc.path(attribute.name());
    Optional<EntityType> target =
        value.isMissingNode()
            ? Optional.empty()
            : target(attribute, doc).filter(FieldLimit::hasPlace);
    if (target.isEmpty()) {
      return false;
    }
    return value.isArray()
        ? value.valueStream().anyMatch(one -> isOutside(target.get(), one))
        : isOutside(target.get(), value);
  }

  private static Optional<EntityType> target(Attribute attribute, ObjectNode doc) {
    return attribute.type() instanceof ValueType.AnyReference any
        ? Catalogue.standard().find(doc.path(any.typeAttribute()).asText(""))
        : attribute.referredEntity().flatMap(Catalogue.standard()::find);
  }

  private boolean isOutside(EntityType target, JsonNode value) {
    String id = value.asText("");
    return UuidSyntax.matches(id) && limit.excludesPlace(transaction, target, UUID.fromString(id));
  }
}
