package io.glebe.core.commission;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.service.ServiceAccess;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The queues of services. A message is delivered until it is acknowledged: again when its time-out
 * has passed, and never again after a number of tries. A writer of a queue locks its service, so
 * that a reader who follows the positions misses no message.
 */
public final class CommissionQueue {
  /** The topic that is notified with the id of a service whose queue has changed. */
  public static final String TOPIC = "service_messages";

  private static final String LOCK = "select 1 from service.service where id = $1 for update";

  private static final String DELIVER =
      """
      update service.message
      set state = 'DELIVERED', tries = tries + 1, delivered_at = now(),
        due_at = now() + $4 * interval '1 second'
      where id in (
        select id
        from service.message
        where service_id = $1 and position > $2 and state in ('WAITING', 'DELIVERED')
        order by position
        limit $3)
        and state = 'WAITING'
      """;

  private static final String DELIVERED =
      """
      select q.id as message_id, q.kind, q.position, q.tries as message_tries,
        q.created_at as message_created, %s
      %s
      join service.message q on q.commission_id = c.id
      where q.service_id = $1 and q.position > $2 and q.state = 'DELIVERED'
      order by q.position
      limit $3
      """
          .formatted(Commission.COLUMNS, Commission.FROM);

  private static final String DUE =
      """
      select distinct service_id
      from service.message
      where state in ('SCHEDULED', 'DELIVERED') and due_at <= now()
      limit 1000
      """;

  private static final String SEND_AGAIN =
      """
      update service.message
      set state = case when tries < $2 then 'WAITING' else 'DEAD' end,
        position = nextval('service.message_position')
      where service_id = $1 and state in ('SCHEDULED', 'DELIVERED') and due_at <= now()
      """;

  private final Database database;
  private final CommissionSettings settings;

  CommissionQueue(Database database, CommissionSettings settings) {
    this.database = database;
    this.settings = settings;
  }

  /**
   * Delivers the messages behind a position that are not acknowledged, in their order. A repeated
   * call delivers the same messages, without counting as another try before the time-out.
   *
   * @param after position of the last message that the service has; 0 for all
   */
  public Future<List<CommissionMessage>> receive(
      Caller caller, UUID service, long after, int limit) {
    ServiceAccess.requireItself(caller, service);
    return database.inTransaction(
        tx -> {
          tx.execute(LOCK, service);
          tx.execute(DELIVER, service, after, limit, (double) settings.timeout().toSeconds());
          List<CommissionMessage> messages = new ArrayList<>();
          for (Row row : tx.execute(DELIVERED, service, after, limit)) {
            messages.add(CommissionMessage.of(row));
          }
          return messages;
        });
  }

  /**
   * Acknowledges a message; harmless if it is acknowledged already. Returns its commission.
   *
   * @return id of the commission
   */
  public Future<UUID> acknowledge(Caller caller, UUID service, UUID message) {
    ServiceAccess.requireItself(caller, service);
    return database.inTransaction(
        tx -> {
          Row row =
              tx.first(
                      """
                      select state, commission_id
                      from service.message
                      where id = $1 and service_id = $2
                      for update
                      """,
                      message,
                      service)
                  .orElseThrow(() -> Problem.notFound("the queue has no such message"));
          switch (Commission.DeliveryState.valueOf(row.getString("state"))) {
            case ACKNOWLEDGED -> {}
            case WITHDRAWN, SCHEDULED -> throw Problem.conflict("the message is withdrawn");
            default ->
                tx.execute(
                    """
                    update service.message
                    set state = 'ACKNOWLEDGED', acknowledged_at = now()
                    where id = $1
                    """,
                    message);
          }
          return row.getUUID("commission_id");
        });
  }

  /**
   * Puts the message of a commission into the queue; called with the service locked.
   *
   * @param from time of its delivery
   */
  void add(Transaction tx, UUID service, UUID commission, Instant from) {
    int waiting =
        tx.first(
                """
                select count(*)::int
                from service.message
                where service_id = $1 and state in ('SCHEDULED', 'WAITING', 'DELIVERED', 'DEAD')
                """,
                service)
            .orElseThrow()
            .getInteger(0);
    if (waiting >= settings.queue()) {
      throw Problem.conflict("the queue of the service is full");
    }
    tx.execute(
        """
        insert into service.message (id, service_id, commission_id, kind, state, due_at)
        values (gen_random_uuid(), $1, $2, 'COMMISSION', $3, $4)
        """,
        service,
        commission,
        from.isAfter(Instant.now()) ? "SCHEDULED" : "WAITING",
        from.atOffset(ZoneOffset.UTC));
    Notifications.publish(tx, TOPIC, service.toString());
  }

  /** Delivers a dead message again, with new tries; 409 for any other. */
  void revive(Transaction tx, UUID service, UUID commission) {
    tx.execute(LOCK, service);
    int revived =
        tx.update(
            """
            update service.message
            set state = 'WAITING', tries = 0, position = nextval('service.message_position')
            where commission_id = $1 and kind = 'COMMISSION' and state = 'DEAD'
            """,
            commission);
    if (revived == 0) {
      throw Problem.of(
          ProblemType.INVALID_TRANSITION, "only a message in state DEAD can be delivered again");
    }
    Notifications.publish(tx, TOPIC, service.toString());
  }

  /** Moves messages whose time has come: scheduled ones, and those not acknowledged in time. */
  Future<Void> sendDue() {
    return database
        .inTransaction(
            Purpose.BACKGROUND,
            tx -> {
              List<UUID> services = new ArrayList<>();
              tx.execute(DUE).forEach(row -> services.add(row.getUUID(0)));
              return services;
            })
        .compose(
            services -> {
              Future<?> all = Future.succeededFuture();
              for (UUID service : services) {
                all = all.compose(done -> sendDue(service));
              }
              return all.mapEmpty();
            });
  }

  private Future<Void> sendDue(UUID service) {
    return database
        .inTransaction(
            Purpose.BACKGROUND,
            tx -> {
              tx.execute(LOCK, service);
              if (tx.update(SEND_AGAIN, service, settings.tries()) > 0) {
                Notifications.publish(tx, TOPIC, service.toString());
              }
              return service;
            })
        .mapEmpty();
  }
}
