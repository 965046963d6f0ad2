package io.glebe.core.farm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The accounts of the devices of a farm: {@code accounts.create(caller, farm, body)}. An account is
 * made for one Thing of the farm and has a user of its own with the role for devices there. Who
 * makes one needs the rights of an invitation, and gives no right that he does not have (rule V25).
 * Its name is chosen here, so that nobody can take the name of a person or of another program.
 * Blocking.
 */
public final class DeviceAccounts {
  private static final EntityType FARM = Catalogue.standard().get("Farm");
  private static final EntityType ASSIGNMENT = Catalogue.standard().get("AccessAssignment");
  private static final Permission READ = Permission.read("device");
  private static final Permission UPDATE = Permission.update("device");
  private static final Permission ASSIGN = Permission.create("accessAssignment");
  private static final Permission INVITE = Permission.create("user");
  private static final Permission END = Permission.delete("accessAssignment");
  private static final Set<String> SCOPES = Set.of("sensor-read", "sensor-write");
  private static final KnownMembers ORDER = KnownMembers.of("a device account", "thingId");

  private static final String LIST =
      """
      select a.name, a.thing_id, a.enabled, a.created_at,
        r.reason, r.count, r.last_at, r.topic, r.detail
      from (select * from identity.service_account where farm_id = $1 order by name limit $2) a
      left join identity.refused_message r on r.account = a.name
      order by a.name, r.last_at desc, r.reason
      """;

  private static final String ASSIGNMENTS =
      """
      select s.id
      from record.access_assignments s
      join record.users u on u.id::text = s.doc ->> 'userId'
      where s.farm_id = $1 and u.doc ->> 'issuer' = $2 and u.doc ->> 'subject' = $3
      """;

  private final Database database;
  private final RecordService records;
  private final ServiceAccounts accounts;
  private final Credentials credentials;
  private final FarmUsers users;
  private final String issuer;
  private final Function<Caller, Future<Void>> requireNoApp;
  private final int perFarm;

  /**
   * @param issuer issuer of the users of service accounts
   * @param requireNoApp fails for a registered app
   * @param perFarm maximum number of accounts of one farm
   */
  public DeviceAccounts(
      Database database,
      RecordService records,
      ServiceAccounts accounts,
      Credentials credentials,
      String issuer,
      Function<Caller, Future<Void>> requireNoApp,
      int perFarm) {
    this.database = database;
    this.records = records;
    this.accounts = accounts;
    this.credentials = credentials;
    this.users = new FarmUsers(database, records);
    this.issuer = issuer;
    this.requireNoApp = requireNoApp;
    this.perFarm = perFarm;
  }

  /** A new account; its password is not stored and cannot be shown again. */
  public record Made(String name, String password, long thing) {
    @Override
    public String toString() {
      return "Made[" + name + "]";
    }
  }

  /** The refused messages of an account for one reason, and the last one. */
  public record Refused(String reason, long count, Instant last, String topic, String detail) {}

  /** An account with its refused messages, the latest first. */
  public record Listed(
      String name, long thing, boolean enabled, Instant created, List<Refused> refused) {
    public Listed {
      refused = List.copyOf(refused);
    }
  }

  /** The accounts of a farm by name. */
  public List<Listed> list(Caller caller, UUID farmId) {
    StoredRecord farm = records.get(caller, FARM, farmId).await();
    Access.require(caller, READ, farm.id());
    requireWholeFarm(caller);
    Map<String, Row> rows = new LinkedHashMap<>();
    Map<String, List<Refused>> refused = new LinkedHashMap<>();
    for (Row row : database.query(LIST, farm.id(), perFarm).await()) {
      rows.putIfAbsent(row.getString("name"), row);
      List<Refused> own = refused.computeIfAbsent(row.getString("name"), n -> new ArrayList<>());
      if (row.getString("reason") != null) {
        own.add(refused(row));
      }
    }
    return rows.entrySet().stream()
        .map(one -> listed(one.getValue(), refused.getOrDefault(one.getKey(), List.of())))
        .toList();
  }

  private static Listed listed(Row row, List<Refused> refused) {
    return new Listed(
        row.getString("name"),
        row.getLong("thing_id"),
        row.getBoolean("enabled"),
        row.getOffsetDateTime("created_at").toInstant(),
        refused);
  }

  private static Refused refused(Row row) {
    return new Refused(
        row.getString("reason"),
        row.getLong("count"),
        row.getOffsetDateTime("last_at").toInstant(),
        row.getString("topic"),
        row.getString("detail"));
  }

  /**
   * Makes the account of a Thing of the farm; 409 if it has one.
   *
   * @param body {@code thingId}
   */
  public Made create(Caller caller, UUID farmId, ObjectNode body) {
    requirePerson(caller);
    StoredRecord farm = records.get(caller, FARM, farmId).await();
    for (Permission needed : List.of(ASSIGN, INVITE, UPDATE)) {
      Access.require(caller, needed, farm.id());
    }
    long thing = thing(body);
    String thingName = thingName(farm.id(), thing);
    String name = DeviceSecrets.accountName(thingName);
    String password = DeviceSecrets.password();
    Consumer<Transaction> creation = accounts.creation(name, password, SCOPES).await();
    users.addDevice(
        caller,
        farm,
        name,
        DeviceSecrets.displayName(thingName),
        (tx, now) -> {
          creation.accept(tx);
          bind(tx, farm.id(), thing, name);
          credentials.noteNew(tx, caller, name);
        });
    records.notifyAuditReaders();
    return new Made(name, password, thing);
  }

  private static long thing(ObjectNode body) {
    List<Violation> faults = new ArrayList<>(ORDER.faults(body, ""));
    JsonNode thing = body.path("thingId");
    if (!thing.isIntegralNumber() || !thing.canConvertToLong()) {
      faults.add(Violation.at("required", "/thingId", "the id of a Thing is needed"));
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return thing.longValue();
  }

  /** An app or a program could make an account that outlives its consent. */
  private void requirePerson(Caller caller) {
    requireNoApp.apply(caller).await();
    requireWholeFarm(caller);
    if (caller.kind() != CallerKind.PERSON) {
      throw Problem.forbidden("only a person makes and ends the accounts of devices");
    }
  }

  private static void requireWholeFarm(Caller caller) {
    if (caller.grants().isLimited()) {
      throw Problem.forbidden("the rights are limited to some fields, devices belong to the farm");
    }
  }

  /** The same answer for a Thing of another farm and for none. */
  private String thingName(UUID farm, long thing) {
    var rows =
        database
            .query("select name from sensor.thing where id = $1 and farm_id = $2", thing, farm)
            .await();
    if (rows.size() == 0) {
      throw Problem.invalid(
          Violation.at("reference", "/thingId", "the farm has no Thing with this id"));
    }
    return rows.iterator().next().getString(0);
  }

  private void bind(Transaction tx, UUID farm, long thing, String name) {
    tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", "device accounts " + farm);
    if (tx.first("select 1 from sensor.thing where id = $1 and farm_id = $2 for share", thing, farm)
        .isEmpty()) {
      throw Problem.conflict("the Thing has been changed meanwhile");
    }
    if (tx.first(
            "select 1 from identity.service_account where farm_id = $1 and thing_id = $2",
            farm,
            thing)
        .isPresent()) {
      throw Problem.conflict("the Thing has an account; end it to make a new one");
    }
    int own =
        tx.update(
            "update identity.service_account set farm_id = $1, thing_id = $2 where name = $3",
            farm,
            thing,
            name);
    long all =
        tx.first("select count(*) from identity.service_account where farm_id = $1", farm)
            .orElseThrow()
            .getLong(0);
    if (own != 1 || all > perFarm) {
      throw Problem.conflict("a farm has at most " + perFarm + " accounts of devices");
    }
  }

  /** Ends an account of the farm and the access of its user; 404 if the farm does not have it. */
  public void end(Caller caller, UUID farmId, String name) {
    requirePerson(caller);
    StoredRecord farm = records.get(caller, FARM, farmId).await();
    Access.require(caller, END, farm.id());
    requireAccount(farm.id(), name);
    List<WriteRequest> ended = new ArrayList<>();
    for (Row row : database.query(ASSIGNMENTS, farm.id(), issuer, name).await()) {
      ended.add(WriteRequest.of(caller, ASSIGNMENT, row.getUUID(0)));
    }
    records.deleteAll(ended).await();
    credentials.deleteAccount(caller, name).await();
  }

  private void requireAccount(UUID farm, String name) {
    if (database
            .query(
                "select 1 from identity.service_account where farm_id = $1 and name = $2",
                farm,
                name)
            .await()
            .size()
        == 0) {
      throw Problem.notFound("the farm has no account with this name");
    }
  }
}
