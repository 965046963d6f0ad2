package io.glebe.core.farm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.person.AddressClaim;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.EndpointGrant;
import io.glebe.core.record.write.Preconditions;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.glebe.core.record.write.WriteStep;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * Adds a person to a farm with a role; an unknown person is invited. The same request again returns
 * the existing assignment. The response for an email address does not reveal whether the address is
 * known, and it needs the same permissions in both cases. Blocking.
 */
public final class FarmUsers {
  private static final EntityType USER = Catalogue.standard().get("User");
  private static final EntityType ASSIGNMENT = Catalogue.standard().get("AccessAssignment");
  private static final Permission ASSIGN = Permission.of("accessAssignment:create");
  private static final Permission INVITE = Permission.of("user:create");

  /** The name of the User record in problem details. */
  private static final String PERSON = "the person";

  private static final KnownMembers MEMBERS =
      KnownMembers.of("an added user", "userId", "email", "roleId", "role");

  private static final String DEVICE_ROLE = "SERVICE";

  private static final String PERMISSIONS =
      "select jsonb_array_elements_text(doc -> 'permissions') from record.roles where id = $1";

  private static final int MAX_TRIES = 3;

  /** Addresses are compared as at the first sign-in, see {@link InvitedUserProvisioning}. */
  private static final String BY_ADDRESS =
      """
      select u.id, u.version from record.users u
      where lower((u.doc ->> 'email') collate "C") = lower($1::text collate "C")
      order by (u.doc ->> 'subject') is null, %s limit 1
      """
          .formatted(AddressOrder.FIRST);

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
  public WriteResult add(
      Caller caller, StoredRecord farm, ObjectNode body, UnaryOperator<WriteRequest> job) {
    Access.require(caller, ASSIGN, farm.id());
    MEMBERS.require(body);
    Optional<UUID> named = uuid(body, "userId");
    Optional<String> email = text(body, "email");
    if (named.isEmpty() && email.isEmpty()) {
      throw invalid("/userId", "userId or email is required");
    }
    if (named.isEmpty()) {
      Access.require(caller, INVITE, farm.id());
    }
    Addition addition = new Addition(caller, farm.id(), role(farm, body), job);
    return named
        .map(user -> addition.of(user, List.of()))
        .orElseGet(() -> byAddress(addition, email.orElseThrow().strip()));
  }

  /**
   * Adds a new user for a device, with the role for devices; the caller may invite people.
   *
   * @param after creates the account in the same transaction
   */
  void addDevice(
      Caller caller,
      StoredRecord farm,
      String subject,
      String displayName,
      BiConsumer<Transaction, Caller> after) {
    UUID role = role(farm, Json.object().put("role", DEVICE_ROLE));
    new Addition(caller, farm.id(), role, UnaryOperator.identity())
        .device(subject, displayName, after);
  }

  /**
   * A concurrent request may create, change or delete the record with that address; then the search
   * is repeated.
   */
  private WriteResult byAddress(Addition addition, String email) {
    for (int left = MAX_TRIES - 1; ; left--) {
      try {
        Optional<Known> known = known(email);
        return known.isPresent() ? addition.introducing(known.get()) : addition.inviting(email);
      } catch (Problem refusal) {
        boolean other =
            refusal.type() == ProblemType.PRECONDITION_FAILED
                || refusal.type() == ProblemType.NOT_FOUND;
        if (!other || left == 0) {
          throw refusal;
        }
      }
    }
  }

  private record Known(UUID id, long version) {}

  /** A person with this address comes before invitations; of these, the oldest is bound. */
  private Optional<Known> known(String email) {
    var rows = database.query(BY_ADDRESS, email).await();
    return rows.size() == 0
        ? Optional.empty()
        : Optional.of(
            new Known(rows.iterator().next().getUUID(0), rows.iterator().next().getLong(1)));
  }

  /** One requested assignment, before the person is known. */
  private final class Addition {
    private final Caller caller;
    private final UUID farm;
    private final UUID role;
    private final UnaryOperator<WriteRequest> job;

    Addition(Caller caller, UUID farm, UUID role, UnaryOperator<WriteRequest> job) {
      this.caller = caller;
      this.farm = farm;
      this.role = role;
      this.job = job;
    }

    /**
     * A person found by address may be outside of the caller's access; the record must still be the
     * same one.
     */
    WriteResult introducing(Known user) {
      WriteRequest same =
          WriteRequest.of(Caller.system(), USER, user.id(), Json.object())
              .with(Preconditions.version(user.version()));
      return of(user.id(), List.of(new WriteStep(same, true, PERSON)));
    }

    WriteResult inviting(String email) {
      UUID id = Uuids.timeOrdered();
      ObjectNode user = Json.object().put("displayName", email).put("email", email);
      user.put("status", "INVITED");
      EndpointGrant claim = EndpointGrant.claiming(new AddressClaim(email, false));
      return of(
          id, List.of(new WriteStep(creation(USER, id, user).withGrant(claim), false, PERSON)));
    }

    void device(String subject, String displayName, BiConsumer<Transaction, Caller> after) {
      UUID id = Uuids.timeOrdered();
      ObjectNode user = Json.object().put("id", id.toString()).put("originType", "SYSTEM");
      user.put("subject", subject).put("displayName", displayName).put("status", "ACTIVE");
      WriteRequest creation = WriteRequest.of(Caller.system(), USER, id, user).createOnly();
      WriteStep step = new WriteStep(creation, false, "the user of the device");
      records
          .writeAll(List.of(step, assignment(id, EndpointGrant.introducing(id))), false, after)
          .await();
    }

    /** Stores the assignment and the preceding writes in one transaction. */
    WriteResult of(UUID user, List<WriteStep> earlierSteps) {
      Optional<WriteResult> existing = existing(farm, user, role);
      if (existing.isPresent()) {
        return existing.get();
      }
      EndpointGrant grant =
          earlierSteps.isEmpty() ? EndpointGrant.NONE : EndpointGrant.introducing(user);
      List<WriteStep> steps = new ArrayList<>(earlierSteps);
      steps.add(assignment(user, grant));
      try {
        return records.writeAll(steps, false).await().getLast();
      } catch (Problem refusal) {
        if (refusal.type() != ProblemType.BUSINESS_KEY) {
          throw refusal;
        }
        return existing(farm, user, role).orElseThrow(() -> refusal); // another was first
      }
    }

    private WriteStep assignment(UUID user, EndpointGrant grant) {
      ObjectNode doc = Json.object().put("userId", user.toString());
      doc.put("farmId", farm.toString()).put("roleId", role.toString());
      end().ifPresent(end -> doc.put("endsAt", end.toString()));
      WriteRequest write = creation(ASSIGNMENT, Uuids.timeOrdered(), doc);
      return new WriteStep(write.withGrant(grant), false, "the assignment");
    }

    /** A person whose access ends on a day cannot grant access beyond that day (rule V25). */
    private Optional<Instant> end() {
      Instant end = Instant.MAX;
      for (Row row : database.query(PERMISSIONS, role).await()) {
        Instant endsAt = caller.grants().farmUntil(Permission.of(row.getString(0)), farm);
        end = endsAt.isBefore(end) ? endsAt : end;
      }
      boolean ends = end.isBefore(Instant.MAX) && end.isAfter(Instant.MIN);
      return ends ? Optional.of(end) : Optional.empty();
    }

    private WriteRequest creation(EntityType type, UUID id, ObjectNode doc) {
      doc.put("id", id.toString()).put("originType", origin());
      return job.apply(WriteRequest.of(caller, type, id, doc).createOnly());
    }

    private String origin() {
      return switch (caller.kind()) {
        case PERSON -> "USER";
        case CLIENT -> "SERVICE";
        case DEVICE -> "DEVICE";
        case SYSTEM -> "SYSTEM";
        case ANONYMOUS -> throw new IllegalArgumentException("nobody writes records");
      };
    }
  }

  private UUID role(StoredRecord farm, ObjectNode body) {
    UUID organization = farm.scope().organization().orElse(farm.id());
    Optional<UUID> id = uuid(body, "roleId");
    Optional<String> named = text(body, "role");
    if (id.isPresent()) {
      return ids(
              """
              select id
              from record.roles
              where id = $1 and (organization_id is null or organization_id = $2)
              """,
              id.get(),
              organization)
          .stream()
          .findFirst()
          .orElseThrow(() -> invalid("/roleId", "the role does not exist for this farm"));
    }
    String code = named.orElseThrow(() -> invalid("/roleId", "roleId or role is required"));
    return ids(
            """
            select id
            from record.roles
            where doc ->> 'code' = $1 and (organization_id is null or organization_id = $2)
            order by organization_id nulls first limit 1
            """,
            code,
            organization)
        .stream()
        .findFirst()
        .orElseThrow(() -> invalid("/role", "there is no role " + code));
  }

  private Optional<WriteResult> existing(UUID farm, UUID user, UUID role) {
    return ids(
            """
            select id
            from record.access_assignments
            where farm_id = $1 and doc ->> 'userId' = $2 and doc ->> 'roleId' = $3
            """,
            farm,
            user.toString(),
            role.toString())
        .stream()
        .findFirst()
        .map(id -> records.get(Caller.system(), ASSIGNMENT, id).await())
        .map(
            stored -> new WriteResult(stored, WriteResult.Outcome.UNCHANGED, List.of(), List.of()));
  }

  private List<UUID> ids(String sql, Object... values) {
    List<UUID> ids = new ArrayList<>();
    for (Row row : database.query(sql, values).await()) {
      ids.add(row.getUUID(0));
    }
    return ids;
  }

  private static Optional<String> text(ObjectNode body, String name) {
    JsonNode value = body.path(name);
    if (!value.isTextual() && !value.isMissingNode() && !value.isNull()) {
      throw invalid("/" + name, "must be a text");
    }
    return Optional.of(value.asText("")).filter(t -> !t.isBlank());
  }

  private static Optional<UUID> uuid(ObjectNode body, String name) {
    Optional<String> text = text(body, name);
    if (text.isPresent() && !UuidSyntax.matches(text.get())) {
      throw invalid("/" + name, "must be a UUID in lower case");
    }
    return text.map(UUID::fromString);
  }

  private static Problem invalid(String pointer, String detail) {
    return Problem.invalid(Violation.at("V04", pointer, detail));
  }
}
