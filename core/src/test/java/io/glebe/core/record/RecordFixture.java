package io.glebe.core.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.access.ScopeRights;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.StarterRoles;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;

/**
 * A database with one organization, starter roles and a farm with its owner, all created by the
 * system.
 */
public final class RecordFixture implements AutoCloseable {
  public final Database database;
  public final RecordService records;
  private final Runnable end;
  public final UUID organization = UUID.randomUUID();
  public final UUID farm = UUID.randomUUID();
  public final UUID user = UUID.randomUUID();
  public final UUID ownerRole = UUID.randomUUID();

  public RecordFixture() {
    this(TestDatabase.create());
  }

  private RecordFixture(TestDatabase db) {
    this(db.database(), db::close);
  }

  public RecordFixture(Database database, Runnable end) {
    this.database = database;
    this.end = end;
    records =
        RecordService.open(
                database,
                RuleSettings.lenient(),
                ReadLimits.of(Settings.defaults()),
                ChangeListener.NONE)
            .await();
    system("Organization", organization, "{'name': 'Glebe House'}");
    for (StarterRoles.StarterRole role : StarterRoles.standard().roles()) {
      UUID id = role.code().equals("OWNER") ? ownerRole : UUID.randomUUID();
      ObjectNode body = json("{'name': '" + role.code() + "', 'code': '" + role.code() + "'}");
      role.permissions().forEach(body.putArray("permissions")::add);
      put(Caller.system(), "Role", id, body.put("originType", "SYSTEM"));
    }
    user(user, "owner");
    farm(farm, organization, user);
  }

  public void user(UUID id, String name) {
    system(
        "User", id, "{'displayName': '" + name + "', 'subject': '" + id + "', 'status': 'ACTIVE'}");
  }

  public void farm(UUID id, UUID of, UUID owner) {
    system(
        "Farm",
        id,
        "{'name': 'Home farm', 'organizationId': '"
            + of
            + "', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}");
    system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '" + owner + "', 'farmId': '" + id + "', 'roleId': '" + ownerRole + "'}");
  }

  public static EntityType type(String name) {
    return Catalogue.standard().get(name);
  }

  /** Parses JSON written with single quotes. */
  public static ObjectNode json(String text) {
    return Json.parseObject(text.replace('\'', '"'));
  }

  public WriteResult system(String entity, UUID id, String body) {
    return put(Caller.system(), entity, id, json(body).put("originType", "SYSTEM"));
  }

  public WriteResult put(Caller caller, String entity, UUID id, ObjectNode body) {
    return records.put(request(caller, entity, id, body)).await();
  }

  public WriteResult put(String entity, UUID id, String body) {
    return put(owner(), entity, id, json(body).put("originType", "USER"));
  }

  public WriteResult patch(String entity, UUID id, String patch) {
    return records.patch(WriteRequest.of(owner(), type(entity), id, json(patch))).await();
  }

  public WriteRequest request(Caller caller, String entity, UUID id, ObjectNode body) {
    return WriteRequest.of(caller, type(entity), id, body.deepCopy().put("id", id.toString()));
  }

  public UUID field(String name) {
    UUID id = UUID.randomUUID();
    put("Field", id, fieldBody(name));
    return id;
  }

  public String fieldBody(String name) {
    return "{'name': '" + name + "', 'farmId': '" + farm + "', 'geometry': " + square(14.5) + "}";
  }

  public static String square(double west) {
    double east = west + 0.01;
    return ("{'type': 'Polygon', 'coordinates': [[[%1$s, 46.0], [%2$s, 46.0], [%2$s, 46.01], [%1$s,"
            + " 46.01], [%1$s, 46.0]]]}")
        .formatted(west, east);
  }

  public Caller owner() {
    return person(user, "console", Set.of(farm));
  }

  /** Returns a person with the role OWNER on farms of the organization. */
  public Caller person(UUID id, String client, Set<UUID> farms) {
    return person(id, client, farms, "OWNER");
  }

  public Caller person(UUID id, String client, Set<UUID> farms, String role) {
    Set<Permission> permissions =
        StarterRoles.standard().role(role).permissions().stream()
            .map(Permission::of)
            .collect(Collectors.toSet());
    Grants.Builder grants = new Grants.Builder().user(id);
    farms.forEach(f -> grants.farm(f, Optional.of(organization), permissions));
    return new Caller(
        CallerKind.PERSON,
        "https://id.example",
        id.toString(),
        Optional.of(client),
        "farm-api",
        Set.of("farm-read", "farm-write"),
        ScopeRights.ALL,
        grants.build());
  }

  public static Problem problem(Future<?> refused) {
    Throwable failure = Assertions.catchThrowable(refused::await);
    if (failure instanceof CompletionException wrapped) {
      failure = wrapped.getCause();
    }
    Assertions.assertThat(failure).isInstanceOf(Problem.class);
    return (Problem) failure;
  }

  /** Reads the whole feed of a collection; returns the ids in feed order. */
  public List<String> walk(Caller caller, String entity, int limit) {
    return FeedWalk.all(this, caller, entity, ListQuery.first(limit));
  }

  @Override
  public void close() {
    end.run();
  }
}
