package io.glebe.core.measurement;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.RecordTypes;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.sqlclient.Row;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The record types of the platform. Each is also a DataType, so that generic clients find the
 * catalogue in {@code /data-types} and measurements can refer to it. Blocking, unless a method says
 * otherwise.
 */
public final class RecordTypeCatalogue {
  /**
   * Namespace of the ids of types, which are derived from their code and therefore the same
   * everywhere.
   */
  private static final UUID NAMESPACE = UUID.fromString("7c1e52d4-0b6a-5d3f-8a49-52f0c3b9d6e1");

  private static final EntityType DATA_TYPE = Catalogue.standard().get("DataType");
  private static final Permission READ = Permission.of("dataType:read");

  private RecordTypeCatalogue() {}

  /** Id of the DataType of a platform's record type. */
  public static UUID id(String code) {
    return NameUuids.v5(NAMESPACE, code);
  }

  /** Creates missing DataTypes and adds the changes of an upgrade to the others. */
  public static void store(Database database, RecordService records) {
    UUID[] ids =
        RecordTypes.standard().types().stream().map(t -> id(t.code())).toArray(UUID[]::new);
    Map<UUID, ObjectNode> stored = new HashMap<>();
    for (Row row :
        database
            .query("select id, doc::text from record.data_types where id = any($1)", (Object) ids)
            .await()) {
      stored.put(row.getUUID(0), Json.stored(row.getString(1)));
    }
    for (RecordTypes.RecordType type : RecordTypes.standard().types()) {
      store(records, type, Optional.ofNullable(stored.get(id(type.code()))));
    }
  }

  private static void store(
      RecordService records, RecordTypes.RecordType type, Optional<ObjectNode> before) {
    ObjectNode doc = doc(type);
    if (before.isPresent()) {
      ObjectNode merged = before.get().deepCopy().setAll(doc);
      if (merged.equals(before.get())) {
        return;
      }
    }
    doc.put("id", id(type.code()).toString()).put("originType", "SYSTEM");
    WriteRequest write = WriteRequest.of(Caller.system(), DATA_TYPE, id(type.code()), doc);
    try {
      records.put(before.isPresent() ? write : write.createOnly()).await();
    } catch (Problem refusal) {
      if (refusal.type() != ProblemType.PRECONDITION_FAILED) {
        throw refusal; // otherwise another process has just stored it
      }
    }
  }

  private static ObjectNode doc(RecordTypes.RecordType type) {
    ObjectNode doc = Json.object().put("code", type.code()).put("name", type.name());
    doc.put("category", type.category()).put("valueType", "OBJECT").put("recordType", true);
    doc.set("payloadSchema", type.payloadSchema().deepCopy());
    return doc;
  }

  /**
   * All types on one page: {@code {type, dataTypeId, name, category, payloadSchema, example}}. Does
   * not block.
   */
  public static ObjectNode page(Caller caller) {
    Access.requireAnywhere(caller, READ);
    ObjectNode page = Json.object();
    ArrayNode items = page.putArray("items");
    for (RecordTypes.RecordType type : RecordTypes.standard().types()) {
      ObjectNode item = items.addObject().put("type", type.code());
      item.put("dataTypeId", id(type.code()).toString()).put("name", type.name());
      item.put("category", type.category());
      item.set("payloadSchema", type.payloadSchema());
      item.set("example", type.example());
    }
    return page.put("nextCursor", "end").put("hasMore", false);
  }
}
