package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The linked-data context of all entities. References become {@code urn:uuid:} nodes, concepts
 * become nodes, and geometries and payloads stay JSON. Terms that differ between entities are in a
 * type-scoped context.
 */
public final class JsonLdContext {
  private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
  private static final String DUBLIN_CORE = "http://purl.org/dc/terms/";

  private final String namespace;

  private JsonLdContext(String namespace) {
    this.namespace = namespace;
  }

  /**
   * Returns the document to serve, with terms in {@code namespace} (which ends in {@code #} or
   * {@code /}).
   */
  public static ObjectNode of(Catalogue catalogue, String namespace) {
    return new JsonLdContext(namespace).document(catalogue);
  }

  private ObjectNode document(Catalogue catalogue) {
    ObjectNode document = Json.object();
    ObjectNode context = document.putObject("@context");
    context.put("@version", new BigDecimal("1.1")).put("@vocab", namespace).put("xsd", XSD);
    context.putObject("id").put("@id", DUBLIN_CORE + "identifier");
    context.putObject("createdAt").put("@id", DUBLIN_CORE + "created").put("@type", "xsd:dateTime");
    context
        .putObject("updatedAt")
        .put("@id", DUBLIN_CORE + "modified")
        .put("@type", "xsd:dateTime");
    context.set("createdByUserId", reference("createdByUserId"));
    context.set("createdByJobId", reference("createdByJobId"));
    catalogue.types().forEach(t -> context.set(t.name(), entity(t)));
    return document;
  }

  private ObjectNode entity(EntityType type) {
    ObjectNode entity = Json.object().put("@id", namespace + type.name());
    ObjectNode scoped = Json.object();
    type.attributes().values().forEach(a -> term(a).ifPresent(t -> scoped.set(a.name(), t)));
    if (!scoped.isEmpty()) {
      entity.set("@context", scoped);
    }
    return entity;
  }

  private ObjectNode reference(String name) {
    ObjectNode term = named(name).put("@type", "@vocab");
    term.putObject("@context").put("@vocab", "urn:uuid:");
    return term;
  }

  private ObjectNode named(String name) {
    return Json.object().put("@id", namespace + name);
  }

  /** Returns the term of an attribute; empty when the default vocabulary is sufficient. */
  private Optional<ObjectNode> term(Attribute a) {
    String name = a.name();
    return switch (a.type()) {
      case ValueType.Reference _, ValueType.AnyReference _ -> Optional.of(reference(name));
      case ValueType.ListOf list -> Optional.of(set(name, list));
      case ValueType.Uri _ -> Optional.of(named(name).put("@type", "@id"));
      case ValueType.Json _, ValueType.Geometry _ -> Optional.of(named(name).put("@type", "@json"));
      case ValueType.Timestamp _ -> Optional.of(named(name).put("@type", "xsd:dateTime"));
      case ValueType.Day _ -> Optional.of(named(name).put("@type", "xsd:date"));
      default -> Optional.empty();
    };
  }

  private ObjectNode set(String name, ValueType.ListOf list) {
    ObjectNode term =
        switch (list.items()) {
          case ValueType.Reference _ -> reference(name);
          case ValueType.Uri _ -> named(name).put("@type", "@id");
          default -> named(name);
        };
    return term.put("@container", "@set");
  }
}
