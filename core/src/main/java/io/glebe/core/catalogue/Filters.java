package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The query parameters that filter the list of an entity. */
public final class Filters {
  /**
   * One filter.
   *
   * @param name the query parameter
   * @param kind the kind of comparison
   * @param attribute the compared attribute; empty for the farm of a record that has its farm
   *     through references
   */
  public record Filter(String name, Kind kind, Optional<Attribute> attribute) {
    /** Returns the allowed values where there is a closed set; empty for other filters. */
    public List<String> values() {
      return switch (kind) {
        case ENTITY -> ENTITIES;
        case AUDITED -> AUDITED;
        case ENUMERATION ->
            name.equals(CommonAttributes.ORIGIN_TYPE)
                ? CommonAttributes.ORIGINS
                : attribute.map(a -> a.type().enumerated()).orElse(List.of());
        default -> List.of();
      };
    }

    /** Returns the JSON Schema of the values that the parameter accepts. */
    public ObjectNode schema() {
      return switch (kind) {
        case REFERENCE, FARM -> reference();
        case ENUMERATION, ENTITY, AUDITED -> {
          ObjectNode schema = Json.object().put("type", "string");
          values().forEach(schema.putArray("enum")::add);
          yield schema;
        }
        case WHOLE -> whole();
        case TRUTH -> Json.object().put("type", "boolean");
        case TEXT -> text();
      };
    }

    /** Returns the range of the values that the attribute may have. */
    public ValueType.Whole range() {
      return attribute
          .map(Attribute::type)
          .filter(ValueType.Whole.class::isInstance)
          .map(ValueType.Whole.class::cast)
          .orElseThrow();
    }

    private ObjectNode whole() {
      ObjectNode schema = Json.object().put("type", "integer").put("format", "int64");
      range().min().ifPresent(min -> schema.put("minimum", min));
      range().max().ifPresent(max -> schema.put("maximum", max));
      return schema;
    }

    private ObjectNode reference() {
      ObjectNode schema = Json.object().put("type", "string").put("format", "uuid");
      return schema.put("pattern", JsonSchemas.UUID_PATTERN);
    }

    /** Text of the attribute or of one of its items; only its length is checked. */
    private ObjectNode text() {
      ObjectNode schema = Json.object().put("type", "string");
      schema.put("minLength", 1).put("maxLength", MAX_CHARACTERS);
      JsonNode declared = attribute.map(JsonSchemas::attribute).orElseGet(Json::object);
      JsonNode item = declared.has("items") ? declared.get("items") : declared;
      if (item.has("format")) {
        schema.set("format", item.get("format"));
      }
      return schema;
    }

    /** Returns a sentence about the records that the parameter selects. */
    public String description() {
      boolean isArray =
          attribute.map(Attribute::type).filter(t -> t instanceof ValueType.ListOf).isPresent();
      return switch (kind) {
        case FARM -> "only records of this farm";
        case REFERENCE, ENUMERATION, ENTITY, AUDITED, TEXT, WHOLE, TRUTH ->
            isArray
                ? "only records whose " + name + " contain this value"
                : "only records with this " + name;
      };
    }
  }

  /** The kind of comparison of a filter. */
  public enum Kind {
    /** A UUID equal to the reference, or contained in the array of references. */
    REFERENCE,
    /** An enumeration value equal to, or contained in, the attribute. */
    ENUMERATION,
    /** The name of an entity, equal to the attribute. */
    ENTITY,
    /** The name of an entity or of another thing of the audit log, equal to the attribute. */
    AUDITED,
    /** The farm that owns the record. */
    FARM,
    /** Text equal to, or contained in, the attribute. */
    TEXT,
    /** A whole number. */
    WHOLE,
    /** true or false. */
    TRUTH
  }

  /** Most characters of a value. */
  public static final int MAX_CHARACTERS = 2_000;

  private static final List<String> ENTITIES =
      Catalogue.standard().types().stream().map(EntityType::name).toList();

  private static final List<String> AUDITED =
      Stream.concat(ENTITIES.stream(), Stream.of(AuditedThing.values()).map(AuditedThing::label))
          .toList();

  private static final Map<String, Map<String, Filter>> STANDARD = all(Catalogue.standard());

  private Filters() {}

  /** Returns the filters of an entity of the standard catalogue by name, in order. */
  public static Map<String, Filter> of(String entity) {
    Map<String, Filter> filters = STANDARD.get(entity);
    if (filters == null) {
      throw new IllegalArgumentException("no entity " + entity);
    }
    return filters;
  }

  private static Map<String, Map<String, Filter>> all(Catalogue catalogue) {
    Map<String, Map<String, Filter>> all = new LinkedHashMap<>();
    catalogue.types().forEach(t -> all.put(t.name(), derive(t)));
    return all;
  }

  /**
   * Returns the filters of an entity: originType, its references and enumerations, its extra
   * filters, its farm and its job.
   */
  static Map<String, Filter> derive(EntityType type) {
    Map<String, Filter> filters = new LinkedHashMap<>();
    put(filters, type, CommonAttributes.ORIGIN_TYPE, Kind.ENUMERATION);
    for (Attribute a : type.attributes().values()) {
      if (automatic(a)) {
        put(filters, type, a.name(), kind(a));
      }
    }
    for (String name : type.extraFilters()) {
      put(filters, type, name, kind(type, name));
    }
    if (offersFarm(type)) {
      put(filters, type, "farmId", Kind.FARM);
    }
    put(filters, type, CommonAttributes.CREATED_BY_JOB_ID, Kind.REFERENCE);
    return Collections.unmodifiableMap(filters);
  }

  private static Kind kind(EntityType type, String name) {
    boolean isEntity =
        type.attributes().values().stream()
            .map(Attribute::type)
            .anyMatch(t -> t instanceof ValueType.AnyReference r && r.typeAttribute().equals(name));
    if (isEntity) {
      return type.name().equals(EntityNames.AUDIT_LOG) ? Kind.AUDITED : Kind.ENTITY;
    }
    return type.attribute(name).map(Filters::kind).orElse(Kind.TEXT);
  }

  private static void put(Map<String, Filter> filters, EntityType type, String name, Kind kind) {
    filters.putIfAbsent(name, new Filter(name, kind, type.attribute(name)));
  }

  private static boolean automatic(Attribute a) {
    return a.referredEntity().isPresent()
        || !a.type().enumerated().isEmpty()
        || a.traits().contains(Attribute.Trait.FILTER);
  }

  /** Returns whether records of the collection may belong to a farm. */
  private static boolean offersFarm(EntityType type) {
    return type.reaches().stream()
        .anyMatch(
            r ->
                r instanceof OwnerPath.ThroughFarm
                    || r instanceof OwnerPath.Like
                    || r instanceof OwnerPath.CreatorOnly);
  }

  private static Kind kind(Attribute a) {
    if (a.referredEntity().isPresent() || a.type() instanceof ValueType.AnyReference) {
      return Kind.REFERENCE;
    }
    if (!a.type().enumerated().isEmpty()) {
      return Kind.ENUMERATION;
    }
    return switch (a.type()) {
      case ValueType.Whole _ -> Kind.WHOLE;
      case ValueType.Truth _ -> Kind.TRUTH;
      default -> Kind.TEXT;
    };
  }
}
