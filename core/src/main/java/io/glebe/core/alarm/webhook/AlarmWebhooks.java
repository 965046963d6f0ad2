package io.glebe.core.alarm.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.AuditedThing;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.record.table.Uuids;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * The webhooks of farms: {@code webhooks.create(caller, farm, body)}. A person makes one and gets
 * its secret once; it belongs to the farm and stays when that person leaves. Only who may change
 * alarm rules sees webhooks, because addresses may contain secrets. Blocking.
 */
public final class AlarmWebhooks {
  public static final Permission CREATE = Permission.create("alarmRule");
  public static final Permission MANAGE = Permission.update("alarmRule");
  public static final Permission DELETE = Permission.delete("alarmRule");
  private static final EntityType FARM = Catalogue.standard().get(EntityNames.FARM);

  private static final String SELECT =
      """
      select w.id, w.farm_id, w.name, w.url, w.minimum_severity, w.created_at, w.created_by,
        w.refused, (select count(*) from alarm.delivery d
          where d.webhook_id = w.id and d.state = 'WAITING') as waiting
      from alarm.webhook w
      where w.farm_id = $1
      """;

  private static final String DELIVERIES =
      """
      select id, event_id, kind, state, attempts, created_at, due_at, ended_at, last_status,
        last_failure
      from alarm.delivery
      where webhook_id = $1
        and ($2::uuid is null or (created_at, id) < (
          select d.created_at, d.id from alarm.delivery d where d.id = $2 and d.webhook_id = $1))
      order by created_at desc, id desc
      limit $3
      """;

  private final Database database;
  private final RecordService records;
  private final WebhookAddress addresses;
  private final WebhookLimits limits;
  private final WebhookSecrets secrets;
  private final Function<Caller, Future<Void>> requireNoApp;
  private final Runnable added;

  /**
   * @param requireNoApp fails for a registered app
   * @param added called when a message has been added
   */
  AlarmWebhooks(
      Database database,
      RecordService records,
      WebhookAddress addresses,
      WebhookLimits limits,
      WebhookSecrets secrets,
      Function<Caller, Future<Void>> requireNoApp,
      Runnable added) {
    this.database = database;
    this.records = records;
    this.addresses = addresses;
    this.limits = limits;
    this.secrets = secrets;
    this.requireNoApp = requireNoApp;
    this.added = added;
  }

  /** A new webhook and its secret, which is not shown again. */
  public record Made(Webhook webhook, String secret) {
    @Override
    public String toString() {
      return "Made[" + webhook.id() + "]";
    }
  }

  /** The webhooks of a farm by name. */
  public List<Webhook> list(Caller caller, UUID farm) {
    requireFarm(caller, farm, MANAGE);
    List<Webhook> all = new ArrayList<>();
    database
        .query(SELECT + "order by w.name, w.id limit $2", farm, Math.max(1, limits.ofFarm()))
        .await()
        .forEach(row -> all.add(Webhook.of(row)));
    return all;
  }

  /** One webhook; 404 if the farm does not have it. */
  public Webhook get(Caller caller, UUID farm, UUID id) {
    requireFarm(caller, farm, MANAGE);
    for (Row row : database.query(SELECT + "and w.id = $2", farm, id).await()) {
      return Webhook.of(row);
    }
    throw missing();
  }

  /**
   * Makes a webhook; 409 if the farm has too many.
   *
   * @param body {@code name}, {@code url}, {@code minimumSeverity}
   */
  public Made create(Caller caller, UUID farm, ObjectNode body) {
    requireNoApp.apply(caller).await();
    if (caller.kind() != CallerKind.PERSON) {
      throw Problem.forbidden("only a person makes webhooks");
    }
    requireFarm(caller, farm, CREATE);
    WebhookOrder order = WebhookOrder.of(body, addresses);
    UUID id = Uuids.timeOrdered();
    byte[] secret = WebhookSignature.newSecret();
    database.inTransaction(tx -> store(tx, caller, farm, id, order, secret)).await();
    records.notifyAuditReaders();
    return new Made(get(caller, farm, id), WebhookSignature.text(secret));
  }

  private UUID store(
      Transaction tx, Caller caller, UUID farm, UUID id, WebhookOrder order, byte[] secret) {
    caller.requireCurrent();
    tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", "webhooks " + farm);
    long own =
        tx.first("select count(*) from alarm.webhook where farm_id = $1", farm)
            .orElseThrow()
            .getLong(0);
    if (own >= limits.ofFarm()) {
      throw Problem.conflict("a farm has at most " + limits.ofFarm() + " webhooks");
    }
    tx.execute(
        """
        insert into alarm.webhook (id, farm_id, name, url, minimum_severity, secret, created_by)
        values ($1, $2, $3, $4, $5, $6, $7)
        """,
        id,
        farm,
        order.name(),
        order.url(),
        order.minimum().name(),
        Buffer.buffer(secrets.stored(id, secret)),
        caller.userId().orElse(null));
    note(tx, caller, AuditNote.Action.CREATE, id, order.name());
    return id;
  }

  /** Deletes a webhook with its messages; 404 if the farm does not have it. */
  public void delete(Caller caller, UUID farm, UUID id) {
    requireFarm(caller, farm, DELETE);
    database
        .inTransaction(
            tx -> {
              caller.requireCurrent();
              Row row =
                  tx.first(
                          "delete from alarm.webhook where farm_id = $1 and id = $2 returning name",
                          farm,
                          id)
                      .orElseThrow(AlarmWebhooks::missing);
              note(tx, caller, AuditNote.Action.DELETE, id, row.getString("name"));
              return id;
            })
        .await();
    records.notifyAuditReaders();
  }

  private static void note(
      Transaction tx, Caller caller, AuditNote.Action action, UUID id, String name) {
    List<String> set =
        action == AuditNote.Action.CREATE ? List.of("minimumSeverity", "name", "url") : List.of();
    RecordService.note(
        tx, caller, new AuditNote(action, AuditedThing.ALARM_WEBHOOK, id, name, set, Set.of()));
  }

  /** Puts a test message into the queue of a webhook; 409 if the queue is full. */
  public UUID test(Caller caller, UUID farm, UUID id) {
    Webhook webhook = get(caller, farm, id);
    if (webhook.waiting() >= limits.queue()) {
      throw Problem.conflict("the queue of the webhook is full");
    }
    UUID delivery = UUID.randomUUID();
    ObjectNode data = Json.object().put("farmId", farm.toString()).put("name", webhook.name());
    database
        .query(
            "insert into alarm.delivery (id, webhook_id, kind, body) values ($1, $2, $3, $4)",
            delivery,
            id,
            "alarm.test",
            WebhookQueue.body("alarm.test", data))
        .await();
    added.run();
    return delivery;
  }

  /**
   * The messages to a webhook, the latest first.
   *
   * @param after the last message of the page before
   */
  public List<Webhook.Delivery> deliveries(
      Caller caller, UUID farm, UUID id, Optional<UUID> after, int limit) {
    get(caller, farm, id);
    List<Webhook.Delivery> all = new ArrayList<>();
    database
        .query(DELIVERIES, id, after.orElse(null), limit)
        .await()
        .forEach(row -> all.add(Webhook.Delivery.of(row)));
    return all;
  }

  private void requireFarm(Caller caller, UUID farm, Permission permission) {
    records.get(caller, FARM, farm).await();
    Access.require(caller, permission, farm);
    if (caller.grants().isLimited()) {
      throw Problem.forbidden("the rights are limited to some fields, webhooks belong to the farm");
    }
  }

  private static Problem missing() {
    return Problem.notFound("the farm has no webhook with this id");
  }
}
