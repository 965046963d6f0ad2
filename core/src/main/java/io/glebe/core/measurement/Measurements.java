package io.glebe.core.measurement;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.RecordTypes;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.json.Splice;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.ParsedRecords;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Reads and writes Data records in the form of the activity endpoints: with {@code type}, {@code
 * actionId} and {@code attachments}. Blocking.
 */
public final class Measurements {
  /** A text is held as it came from the database, with its embedded members and in the page. */
  private static final int COPIES = 3;

  private static final EntityType FILE = Catalogue.standard().get("File");
  private static final Permission READ_FILES = Permission.of("file:read");

  private final Database database;
  private final RecordService records;

  public Measurements(Database database, RecordService records) {
    this.database = database;
    this.records = records;
  }

  /**
   * Converts the body {@code {type, payload, actionId, …}} to that of a Data record: the id of the
   * type, the action as activity, and a phenomenon time.
   *
   * @param organization its own types are used besides those of the platform
   */
  public ObjectNode data(ObjectNode body, Optional<UUID> organization) {
    ObjectNode data = body.deepCopy();
    String code = body.path("type").asText("");
    if (code.isEmpty()) {
      throw invalid("required", "/type", "type is required; GET /v1/records/types lists them");
    }
    UUID type =
        type(code, organization)
            .orElseThrow(() -> invalid("V20", "/type", "there is no record type " + code));
    same(body, "dataTypeId", type.toString(), "/type");
    data.put("dataTypeId", type.toString());
    if (body.hasNonNull("actionId")) {
      same(body, "activityId", body.path("actionId").asText(), "/actionId");
      data.set("activityId", body.get("actionId"));
    }
    if (!body.hasNonNull("phenomenonTime")) {
      String observed = body.path("payload").path("observedAt").asText("");
      String now = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
      data.put("phenomenonTime", isTime(observed) ? observed : now);
    }
    return data;
  }

  /** The pointer to what the client sent in place of a member of the Data record. */
  public static String sent(ObjectNode body, String pointer) {
    return switch (pointer) {
      case "/activityId" -> body.has("activityId") ? pointer : "/actionId";
      case "/dataTypeId" -> body.has("dataTypeId") ? pointer : "/type";
      default -> pointer;
    };
  }

  private static boolean isTime(String text) {
    try {
      return text.endsWith("Z") && Instant.parse(text) != null;
    } catch (java.time.DateTimeException e) {
      return false; // the check of the payload reports it to the client
    }
  }

  private static void same(ObjectNode body, String name, String expected, String pointer) {
    if (body.hasNonNull(name) && !body.path(name).asText().equals(expected)) {
      throw invalid("V04", pointer, "this and " + name + " contradict each other");
    }
  }

  private static Problem invalid(String rule, String pointer, String detail) {
    return Problem.invalid(Violation.at(rule, pointer, detail));
  }

  private Optional<UUID> type(String code, Optional<UUID> organization) {
    if (RecordTypes.standard().find(code).isPresent()) {
      return Optional.of(RecordTypeCatalogue.id(code));
    }
    for (Row row :
        database
            .query(
                """
                select id
                from record.data_types
                where doc ->> 'code' = $1 and (organization_id is null or organization_id = $2)
                order by organization_id nulls first limit 1
                """,
                code,
                organization.orElse(new UUID(0, 0)))
            .await()) {
      return Optional.of(row.getUUID(0));
    }
    return Optional.empty();
  }

  /** The code of the type of a record. */
  public String code(StoredRecord data) {
    return codes(List.of(data)).getOrDefault(typeId(data), "");
  }

  private static String typeId(StoredRecord data) {
    return data.attributes().path("dataTypeId").asText();
  }

  /**
   * The records with their embedded members.
   *
   * @param memory of the request; holds the records, their files and the text
   * @param attachment writes files as attachments, in their order
   */
  public List<String> texts(
      Caller caller,
      List<StoredRecord> data,
      MemoryBudget.Lease memory,
      Function<List<StoredRecord>, List<String>> attachment) {
    memory.hold(ParsedRecords.bytes(data, COPIES));
    Map<String, String> codes = codes(data);
    Map<String, List<String>> files = files(caller, data, memory, attachment);
    List<String> texts = new ArrayList<>();
    for (StoredRecord record : data) {
      ObjectNode attributes = record.attributes();
      StringBuilder more = new StringBuilder("\"type\":");
      String code = codes.getOrDefault(attributes.path("dataTypeId").asText(), "");
      more.append(Json.write(TextNode.valueOf(code)));
      if (attributes.has("activityId")) {
        more.append(",\"actionId\":").append(Json.write(attributes.get("activityId")));
      }
      if (Access.mayAnywhere(caller, READ_FILES)) {
        List<String> own = files.getOrDefault(record.id().toString(), List.of());
        more.append(",\"attachments\":[").append(String.join(",", own)).append(']');
      }
      texts.add(Splice.last(record.text(), more.toString()));
    }
    return texts;
  }

  private Map<String, String> codes(List<StoredRecord> data) {
    Set<UUID> ids = new HashSet<>();
    data.forEach(record -> ids.add(UUID.fromString(typeId(record))));
    Map<String, String> codes = new HashMap<>();
    for (Row row :
        database
            .query(
                "select id, doc ->> 'code' from record.data_types where id = any($1)",
                (Object) ids.toArray(UUID[]::new))
            .await()) {
      codes.put(row.getUUID(0).toString(), row.getString(1));
    }
    return codes;
  }

  /** The files of these records that the caller may see, oldest first. */
  public List<StoredRecord> attachments(Caller caller, List<StoredRecord> data) {
    UUID[] ids = data.stream().map(StoredRecord::id).toArray(UUID[]::new);
    return RecordSelection.records(caller, FILE)
        .where(
            "t.id in (select l.source_id from record.link l where l.reference = 'File.dataId' and"
                + " l.target_id = any({}))",
            (Object) ids)
        .then(" order by t.created_at, t.id")
        .stored(records)
        .await();
  }

  private Map<String, List<String>> files(
      Caller caller,
      List<StoredRecord> data,
      MemoryBudget.Lease memory,
      Function<List<StoredRecord>, List<String>> attachment) {
    Map<String, List<String>> files = new HashMap<>();
    if (data.isEmpty() || !Access.mayAnywhere(caller, READ_FILES)) {
      return files;
    }
    List<StoredRecord> records = attachments(caller, data);
    memory.hold(ParsedRecords.bytes(data, COPIES) + ParsedRecords.bytes(records, COPIES));
    List<String> texts = attachment.apply(records);
    for (int i = 0; i < texts.size(); i++) {
      String owner = records.get(i).attributes().path("dataId").asText();
      files.computeIfAbsent(owner, d -> new ArrayList<>()).add(texts.get(i));
    }
    return files;
  }
}
