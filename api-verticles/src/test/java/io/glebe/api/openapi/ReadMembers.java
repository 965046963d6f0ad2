package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.json.Json;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * Notes which members of request bodies a platform in this process reads by name, and finds those
 * that the contract does not document:
 *
 * <pre>{@code
 * try (ReadMembers members = ReadMembers.install()) {
 *   members.begin();
 *   send(request);
 *   members.undocumented(operation, mediaType, body);
 * }
 * }</pre>
 *
 * The parsers of the platform make the objects of a body by a factory that is replaced here; no
 * code of the platform takes part. One request is sent at a time.
 */
final class ReadMembers implements AutoCloseable {
  /** Attributes that only the server sets; they are read to be ignored. */
  private static final Set<String> OF_SERVER =
      Catalogue.standard().types().stream()
          .flatMap(type -> type.attributes().values().stream())
          .filter(Attribute::readOnly)
          .map(Attribute::name)
          .collect(Collectors.toSet());

  /**
   * Members that operations read for a reason. The type of a record is an embedded member, which
   * may be sent back unchanged; the others are read in the same way for every entity of
   * SensorThings.
   */
  private static final Set<String> KNOWN =
      Set.of(
          "patchRecord /type",
          "patchActionRecord /type",
          "createSensorEntity /feature",
          "createObservedPropertyEntity /feature",
          "replaceHistoricalLocationEntity /properties",
          "updateHistoricalLocationEntity /properties");

  private static final List<String> PARTS = List.of("allOf", "anyOf", "oneOf", "then", "else");

  private final Queue<RecordedObject> parsed = new ConcurrentLinkedQueue<>();
  private int found;

  private ReadMembers() {}

  /** Replaces the factory of the parsers of this process. */
  static ReadMembers install() {
    ReadMembers members = new ReadMembers();
    use(members.new Factory());
    return members;
  }

  private static void use(JsonNodeFactory factory) {
    Json.mapper().setNodeFactory(factory);
    try {
      Field lenient = Json.class.getDeclaredField("LAST_MEMBERS");
      lenient.setAccessible(true);
      ((ObjectMapper) lenient.get(null)).setNodeFactory(factory);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the parser of SensorThings bodies has another name", e);
    }
  }

  @Override
  public void close() {
    use(JsonNodeFactory.instance);
    parsed.clear();
  }

  /** Forgets the bodies before. */
  void begin() {
    parsed.clear();
  }

  /** The number of bodies that were found among the parsed objects. */
  int found() {
    return found;
  }

  /** The members that were read since the begin and that the operation does not document. */
  Set<String> undocumented(PublishedOperation operation, String mediaType, String body) {
    Set<String> unknown = new TreeSet<>();
    if (ContractOperation.isJson(mediaType)) {
      JsonNode schema = operation.bodies().path(mediaType).path("schema");
      List<RecordedObject> all = List.copyOf(parsed); // without those of the next line
      JsonNode value = Json.parse(body);
      JsonNode described =
          value.isArray() ? operation.check().resolved(schema).path("items") : schema;
      parts(value)
          .forEach(
              sent ->
                  object(all, sent)
                      .ifPresent(
                          read -> {
                            found++;
                            compare(operation.check(), List.of(described), read, "", unknown);
                          }));
    }
    String id = operation.described().path("operationId").asText();
    unknown.removeIf(member -> KNOWN.contains(id + " " + member));
    return unknown;
  }

  /** The objects of a body that is an object or a list of them. */
  private static List<JsonNode> parts(JsonNode body) {
    List<JsonNode> objects = new ArrayList<>();
    (body.isArray() ? body : List.of(body))
        .forEach(
            part -> {
              if (part.isObject() && !part.isEmpty()) {
                objects.add(part);
              }
            });
    return objects;
  }

  /** What was read of the object of a body, in all its copies. */
  private static Optional<RecordedObject> object(List<RecordedObject> all, JsonNode sent) {
    return all.stream().filter(each -> each.wasParsedFrom(sent)).findFirst();
  }

  private static void compare(
      DocumentCheck check,
      List<JsonNode> described,
      RecordedObject read,
      String path,
      Set<String> unknown) {
    List<JsonNode> schemas = new ArrayList<>();
    described.forEach(schema -> flatten(check, schema, schemas));
    schemas.removeIf(schema -> !mayBeObject(schema)); // a value of another type is refused
    if (schemas.isEmpty()) {
      return;
    }
    if (schemas.stream().noneMatch(ReadMembers::isOpen)) {
      Set<String> names = new TreeSet<>(read.requested);
      schemas.forEach(
          schema -> schema.path("properties").fieldNames().forEachRemaining(names::remove));
      if (path.isEmpty()) {
        names.removeAll(CommonAttributes.ALL);
        names.removeAll(OF_SERVER);
        names.removeAll(CommonAttributes.KEYWORDS);
      }
      names.forEach(name -> unknown.add(path + "/" + name));
    }
    for (Map.Entry<String, JsonNode> member : read.members.entrySet()) {
      List<JsonNode> inner = new ArrayList<>();
      schemas.forEach(
          schema -> {
            JsonNode of = schema.path("properties").path(member.getKey());
            inner.add(of.isMissingNode() ? schema.path("additionalProperties") : of);
          });
      inner.removeIf(schema -> !schema.isObject());
      if (!inner.isEmpty()) {
        compareValue(check, inner, member.getValue(), path + "/" + member.getKey(), unknown);
      }
    }
  }

  private static void compareValue(
      DocumentCheck check,
      List<JsonNode> described,
      JsonNode value,
      String path,
      Set<String> unknown) {
    if (value instanceof RecordedObject object) {
      compare(check, described, object, path, unknown);
    } else if (value.isArray()) {
      List<JsonNode> schemas = new ArrayList<>();
      described.forEach(schema -> flatten(check, schema, schemas));
      List<JsonNode> items =
          schemas.stream().map(schema -> schema.path("items")).filter(JsonNode::isObject).toList();
      if (!items.isEmpty()) {
        value.forEach(item -> compareValue(check, items, item, path + "/*", unknown));
      }
    }
  }

  /** The schema and those that it is composed of. */
  private static void flatten(DocumentCheck check, JsonNode described, List<JsonNode> all) {
    JsonNode schema = check.resolved(described);
    all.add(schema);
    for (String part : PARTS) {
      JsonNode of = schema.path(part);
      (of.isArray() ? of : of.isObject() ? List.of(of) : List.<JsonNode>of())
          .forEach(each -> flatten(check, each, all));
    }
  }

  private static boolean mayBeObject(JsonNode schema) {
    JsonNode type = schema.path("type");
    return type.isMissingNode() || Json.write(type).contains("\"object\"");
  }

  /** Whether a schema says that an object has any members. */
  private static boolean isOpen(JsonNode schema) {
    boolean isBare =
        !schema.has("properties")
            && !schema.has("required")
            && PARTS.stream().noneMatch(schema::has)
            && (!schema.has("type") || schema.path("type").asText().equals("object"));
    return schema.path("additionalProperties").isObject() || isBare;
  }

  /** Makes the objects of parsed texts. */
  private final class Factory extends JsonNodeFactory {
    private static final long serialVersionUID = 1;

    @Override
    public ObjectNode objectNode() {
      RecordedObject object = new RecordedObject(this, ConcurrentHashMap.newKeySet());
      parsed.add(object);
      return object;
    }
  }

  /** An object that notes the names of members by which it is read; copies share the notes. */
  @SuppressWarnings("unchecked") // the copy has a type of its own, as that of ObjectNode
  private static final class RecordedObject extends ObjectNode {
    private final Set<String> requested;
    private final Map<String, JsonNode> members = new LinkedHashMap<>();

    RecordedObject(JsonNodeFactory factory, Set<String> requested) {
      super(factory);
      this.requested = requested;
    }

    /** Whether it is the parsed form of this object, whatever has become of it since. */
    boolean wasParsedFrom(JsonNode sent) {
      Set<String> names = new LinkedHashSet<>();
      sent.fieldNames().forEachRemaining(names::add);
      return names.equals(members.keySet())
          && names.stream().allMatch(name -> isFrom(members.get(name), sent.get(name)));
    }

    private static boolean isFrom(JsonNode value, JsonNode sent) {
      return value instanceof RecordedObject object && sent.isObject()
          ? object.wasParsedFrom(sent)
          : value.equals(sent);
    }

    @Override
    public JsonNode get(String name) {
      requested.add(name);
      return super.get(name);
    }

    @Override
    public JsonNode path(String name) {
      requested.add(name);
      return super.path(name);
    }

    @Override
    public Optional<JsonNode> optional(String name) {
      requested.add(name);
      return super.optional(name);
    }

    @Override
    public JsonNode required(String name) {
      requested.add(name);
      return super.required(name);
    }

    @Override
    public JsonNode remove(String name) {
      requested.add(name);
      return super.remove(name);
    }

    @Override
    public JsonNode replace(String name, JsonNode value) {
      members.putIfAbsent(name, value);
      return super.replace(name, value);
    }

    @Override
    public ObjectNode deepCopy() {
      RecordedObject copy = new RecordedObject(_nodeFactory, requested);
      properties().forEach(member -> copy.replace(member.getKey(), member.getValue().deepCopy()));
      return copy;
    }
  }
}
