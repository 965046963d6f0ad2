package io.glebe.core.farm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.StoredRecord;
import io.glebe.core.record.Uuids;
import io.glebe.core.record.WriteRequest;
import io.glebe.core.record.Written;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Adds a person to a farm with a role; somebody unknown is invited. Asking for it again answers
 * with what is there. Blocking.
 */
public final class FarmUsers {
  private static final EntityType USER = Catalogue.standard().get("User");
  private static final EntityType ASSIGNMENT = Catalogue.standard().get("AccessAssignment");
  private static final Permission ASSIGN = Permission.of("accessAssignment:create");
  private static final Permission INVITE = Permission.of("user:create");

  private final Database database;
  private final RecordService records;

  public FarmUsers(Database database, RecordService records) {
    this.database = database;
    this.records = records;
  }

  /**
   * @param body {@code userId} or {@code email}, and {@code roleId} or {@code role} (its code)
   * @param job puts run and reason of the request on each write
   */
  public Written add(
      Caller caller, StoredRecord farm, ObjectNode body, UnaryOperator<WriteRequest> job) {
    Access.require(caller, ASSIGN, farm.id());
    UUID role = role(farm, body);
    Optional<UUID> known = user(body);
    if (known.isPresent()) {
      boolean reached = body.hasNonNull("userId") || reaches(caller, known.get());
      Caller writer = reached ? caller : introducing(caller, farm.id(), role);
      return assign(writer, farm.id(), known.get(), role, job);
    }
    UUID invited = invite(caller, farm, text(body, "email").orElseThrow(), job);
    try {
      return assign(caller, farm.id(), invited, role, job);
    } catch (Problem refusal) {
      records.delete(WriteRequest.of(Caller.system(), USER, invited)).await();
      throw refusal;
    }
  }

  private UUID role(StoredRecord farm, ObjectNode body) {
    UUID organization = farm.scope().organization().orElse(farm.id());
    Optional<UUID> id = uuid(body, "roleId");
    if (id.isPresent()) {
      return ids(
              "select id from record.roles where id = $1 and (organization_id is null or"
                  + " organization_id = $2)",
              id.get(),
              organization)
          .stream()
          .findFirst()
          .orElseThrow(() -> invalid("/roleId", "there is no such role for this farm"));
    }
    String code =
        text(body, "role").orElseThrow(() -> invalid("/roleId", "roleId or role is required"));
    return ids(
            "select id from record.roles where doc ->> 'code' = $1 and (organization_id is null or"
                + " organization_id = $2) order by organization_id nulls first limit 1",
            code,
            organization)
        .stream()
        .findFirst()
        .orElseThrow(() -> invalid("/role", "there is no role " + code));
  }

  private Optional<UUID> user(ObjectNode body) {
    Optional<UUID> id = uuid(body, "userId");
    if (id.isPresent()) {
      return id;
    }
    String email =
        text(body, "email").orElseThrow(() -> invalid("/userId", "userId or email is required"));
    List<UUID> found =
        ids(
            "select id from record.users where lower(doc ->> 'email') = lower($1) limit 2",
            email.strip());
    if (found.size() > 1) {
      throw invalid("/email", "several users have this address; name the one by userId");
    }
    return found.stream().findFirst();
  }

  private boolean reaches(Caller caller, UUID user) {
    try {
      records.get(caller, USER, user).await();
      return true;
    } catch (Problem refusal) {
      if (refusal.type() != ProblemType.FORBIDDEN) {
        throw refusal;
      }
      return false;
    }
  }

  /**
   * Somebody known by the address alone need not be in reach of the caller, so the platform writes
   * the assignment; nobody gives away by this what they do not hold themselves (rule V25).
   */
  private Caller introducing(Caller caller, UUID farm, UUID role) {
    StoredRecord given =
        records.get(Caller.system(), Catalogue.standard().get("Role"), role).await();
    for (JsonNode permission : given.attributes().path("permissions")) {
      Access.require(caller, Permission.of(permission.asText()), farm);
    }
    return Caller.system();
  }

  private UUID invite(
      Caller caller, StoredRecord farm, String email, UnaryOperator<WriteRequest> job) {
    Access.require(caller, INVITE, farm.id());
    ObjectNode user = Json.object().put("displayName", email).put("email", email);
    user.put("status", "INVITED");
    return records
        .post(job.apply(WriteRequest.of(caller, USER, Uuids.timeOrdered(), user)))
        .await()
        .stored()
        .id();
  }

  private Written assign(
      Caller caller, UUID farm, UUID user, UUID role, UnaryOperator<WriteRequest> job) {
    Optional<Written> there = existing(farm, user, role);
    if (there.isPresent()) {
      return there.get();
    }
    ObjectNode doc = Json.object().put("userId", user.toString()).put("farmId", farm.toString());
    doc.put("roleId", role.toString());
    try {
      return records
          .post(job.apply(WriteRequest.of(caller, ASSIGNMENT, Uuids.timeOrdered(), doc)))
          .await();
    } catch (Problem refusal) {
      if (refusal.type() != ProblemType.BUSINESS_KEY) {
        throw refusal;
      }
      return existing(farm, user, role).orElseThrow(() -> refusal); // somebody was faster
    }
  }

  private Optional<Written> existing(UUID farm, UUID user, UUID role) {
    return ids(
            "select id from record.access_assignments where farm_id = $1 and doc ->> 'userId' = $2"
                + " and doc ->> 'roleId' = $3",
            farm,
            user.toString(),
            role.toString())
        .stream()
        .findFirst()
        .map(id -> records.get(Caller.system(), ASSIGNMENT, id).await())
        .map(stored -> new Written(stored, Written.Outcome.UNCHANGED, List.of(), List.of()));
  }

  private List<UUID> ids(String sql, Object... values) {
    List<UUID> ids = new ArrayList<>();
    for (Row row : database.query(sql, values).await()) {
      ids.add(row.getUUID(0));
    }
    return ids;
  }

  private static Optional<String> text(ObjectNode body, String name) {
    return Optional.of(body.path(name).asText("")).filter(t -> !t.isBlank());
  }

  private static Optional<UUID> uuid(ObjectNode body, String name) {
    Optional<String> text = text(body, name);
    if (text.isPresent() && !text.get().matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
      throw invalid("/" + name, "must be a UUID in lower case");
    }
    return text.map(UUID::fromString);
  }

  private static Problem invalid(String pointer, String detail) {
    return Problem.invalid(Violation.at("V04", pointer, detail));
  }
}
