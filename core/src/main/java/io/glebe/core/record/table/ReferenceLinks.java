package io.glebe.core.record.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.ValueType;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * The references of a record as rows of the link table: {@code Task.fieldId}, and {@code
 * RegulatoryReport.reportedRecords:Activity} where the document contains the entity type next to
 * the id. References that are repeated in a column of the row have no link. The audit log has none,
 * because its references may point to deleted records.
 */
public final class ReferenceLinks {
  /** One row of the link table without its source. */
  public record Link(String reference, UUID target) {}

  private ReferenceLinks() {}

  public static String reference(EntityType type, String attribute) {
    return type.name() + "." + attribute;
  }

  /** Returns the name of links from submitted reports to records of an entity type. */
  public static String reported(String entity) {
    return "RegulatoryReport.reportedRecords:" + entity;
  }

  public static Set<Link> of(EntityType type, ObjectNode doc) {
    Set<Link> links = new HashSet<>();
    if (type.name().equals(EntityNames.AUDIT_LOG)) {
      return links;
    }
    RecordTable table = RecordTable.of(type);
    for (Attribute attribute : type.attributes().values()) {
      JsonNode value = doc.path(attribute.name());
      if (!value.isMissingNode() && table.columnOf(attribute.name()).isEmpty()) {
        collect(links, reference(type, attribute.name()), attribute.type(), value, doc);
      }
    }
    return links;
  }

  private static void collect(
      Set<Link> links, String reference, ValueType type, JsonNode value, JsonNode owner) {
    switch (type) {
      case ValueType.Reference r -> links.add(new Link(reference, UUID.fromString(value.asText())));
      case ValueType.AnyReference any ->
          links.add(
              new Link(
                  reference + ":" + owner.path(any.typeAttribute()).asText(),
                  UUID.fromString(value.asText())));
      case ValueType.ListOf list ->
          value.forEach(item -> collect(links, reference, list.items(), item, value));
      case ValueType.ObjectShape shape ->
          shape
              .members()
              .forEach(
                  (name, member) -> {
                    if (value.has(name)) {
                      collect(links, reference, member.type(), value.get(name), value);
                    }
                  });
      default -> {
        // no other type refers to a record
      }
    }
  }
}
