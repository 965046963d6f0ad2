package io.glebe.core.alarm.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.alarm.push.PushKey;
import io.glebe.core.catalogue.AuditedThing;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * The browsers of people that are notified of alarms. A person sees and ends the own ones only. A
 * subscription outlives the token that made it, so it needs a token that may write, is in the audit
 * log, and ends with the person's right to read the alarms of the farm. Blocking.
 */
public final class AlarmSubscriptions {
  public static final Permission READ = Permission.read("alarmEvent");

  /** The scopes of a token must allow this; a role need not. */
  private static final Permission WRITE = Permission.update("alarmEvent");

  private static final EntityType FARM = Catalogue.standard().get(EntityNames.FARM);

  private static final String OWN =
      """
      select id, farm_id, endpoint, minimum_severity, language, created_at
      from alarm.subscription
      where farm_id = $1 and user_id = $2
      order by created_at, id
      limit $3
      """;

  /** The same browser: of this person on the farm, and of whoever has used it before. */
  private static final String REPLACE =
      """
      delete from alarm.subscription
      where endpoint = $1
        and (farm_id = $2 and user_id = $3 or user_id <> $3 and secret = $4 and point = $5)
      """;

  private static final String ADD =
      """
      insert into alarm.subscription (id, farm_id, user_id, issuer, subject, endpoint, point, secret,
        server_key, minimum_severity, language)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      returning id, farm_id, endpoint, minimum_severity, language, created_at
      """;

  private static final String DELETE =
      """
      delete from alarm.subscription
      where farm_id = $1 and user_id = $2 and id = $3
      returning endpoint
      """;

  private final Database database;
  private final RecordService records;
  private final WebhookAddress addresses;
  private final int most;
  private final Optional<PushKey> key;
  private final Function<Caller, Future<Void>> requireNoApp;

  /**
   * @param most browsers of a person on a farm
   * @param key of the platform; without one nobody subscribes
   * @param requireNoApp fails for a registered app
   */
  AlarmSubscriptions(
      Database database,
      RecordService records,
      WebhookAddress addresses,
      int most,
      Optional<PushKey> key,
      Function<Caller, Future<Void>> requireNoApp) {
    this.database = database;
    this.records = records;
    this.addresses = addresses;
    this.most = most;
    this.key = key;
    this.requireNoApp = requireNoApp;
  }

  /** The public key to which a browser binds its subscription; empty when there is none. */
  public Optional<String> publicKey() {
    return key.map(PushKey::publicKey);
  }

  /** Ends the subscriptions that are bound to another key: nothing can be sent to them. Waits. */
  void endThoseOfAnotherKey() {
    publicKey()
        .ifPresent(
            own ->
                Awaiting.await(
                    database
                        .pool(Purpose.BACKGROUND)
                        .preparedQuery("delete from alarm.subscription where server_key <> $1")
                        .execute(Tuple.of(own))));
  }

  /** The browsers of the caller that are notified of the alarms of a farm, the oldest first. */
  public List<AlarmSubscription> own(Caller caller, UUID farm) {
    UUID person = person(caller, farm);
    List<AlarmSubscription> all = new ArrayList<>();
    database
        .query(OWN, farm, person, Math.max(1, most))
        .await()
        .forEach(row -> all.add(AlarmSubscription.of(row)));
    return all;
  }

  /**
   * Adds a browser, in place of an earlier subscription of it; 409 if the person has too many, or
   * if the platform has no key.
   *
   * @param body {@code endpoint}, {@code keys}, {@code minimumSeverity}, {@code language}
   */
  public AlarmSubscription add(Caller caller, UUID farm, ObjectNode body) {
    requireNoApp.apply(caller).await();
    UUID person = person(caller, farm);
    requireWriting(caller);
    SubscriptionOrder order = SubscriptionOrder.of(body, addresses);
    String own =
        publicKey()
            .orElseThrow(() -> Problem.conflict("this platform has no key for push services"));
    AlarmSubscription added =
        database.inTransaction(tx -> store(tx, caller, farm, person, order, own)).await();
    records.notifyAuditReaders();
    return added;
  }

  private AlarmSubscription store(
      Transaction tx, Caller caller, UUID farm, UUID person, SubscriptionOrder order, String own) {
    caller.requireCurrent();
    tx.first("select id from record.users where id = $1 for no key update", person); // one by one
    Buffer point = Buffer.buffer(order.keys().point());
    Buffer secret = Buffer.buffer(order.keys().secret());
    tx.update(REPLACE, order.endpoint(), farm, person, secret, point);
    long held =
        tx.first(
                "select count(*) from alarm.subscription where farm_id = $1 and user_id = $2",
                farm,
                person)
            .orElseThrow()
            .getLong(0);
    if (held >= most) {
      throw Problem.conflict("a person has at most " + most + " subscriptions of a farm");
    }
    AlarmSubscription added =
        tx.first(
                ADD,
                Uuids.timeOrdered(),
                farm,
                person,
                caller.issuer(),
                caller.subject(),
                order.endpoint(),
                point,
                secret,
                own,
                order.minimum().name(),
                order.language())
            .map(AlarmSubscription::of)
            .orElseThrow();
    note(tx, caller, AuditNote.Action.CREATE, added.id(), order.endpoint());
    return added;
  }

  /** Ends an own subscription with its messages; 404 if the caller has none with this id. */
  public void delete(Caller caller, UUID farm, UUID id) {
    UUID person = person(caller, farm);
    requireWriting(caller);
    database
        .inTransaction(
            tx -> {
              caller.requireCurrent();
              Row row =
                  tx.first(DELETE, farm, person, id)
                      .orElseThrow(() -> Problem.notFound("you have no subscription with this id"));
              note(tx, caller, AuditNote.Action.DELETE, id, row.getString("endpoint"));
              return id;
            })
        .await();
    records.notifyAuditReaders();
  }

  /** Names the push service, not the address of the browser there. */
  private static void note(
      Transaction tx, Caller caller, AuditNote.Action action, UUID id, String endpoint) {
    String service = URI.create(endpoint).getHost();
    RecordService.note(
        tx,
        caller,
        new AuditNote(action, AuditedThing.ALARM_SUBSCRIPTION, id, service, List.of(), Set.of()));
  }

  private static void requireWriting(Caller caller) {
    if (!caller.scope().allows(WRITE)) {
      throw Problem.forbidden("the scopes of the token do not grant " + WRITE);
    }
  }

  private UUID person(Caller caller, UUID farm) {
    records.get(caller, FARM, farm).await();
    Access.require(caller, READ, farm);
    if (caller.grants().isLimited()) {
      throw Problem.forbidden("the rights are limited to some fields, alarms belong to the farm");
    }
    return caller
        .personId()
        .filter(id -> caller.kind() == CallerKind.PERSON)
        .orElseThrow(() -> Problem.forbidden("only a person has browsers"));
  }
}
