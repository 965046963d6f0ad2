package io.glebe.core.alarm.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.record.change.Change;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Puts messages about events into the queues of the webhooks of their farms and of the browsers
 * that are notified, in the transaction of the events. A queue that is full takes no more and
 * counts them.
 */
public final class WebhookQueue implements EventQueue {
  private static final String ADD =
      """
      with receiver as materialized (
        select w.id as webhook, null::uuid as subscription, w.farm_id, w.minimum_severity,
          (select count(*) from alarm.delivery d
            where d.webhook_id = w.id and d.state = 'WAITING') as waiting
        from alarm.webhook w
        where w.farm_id = any($1)
        union all
        select null, s.id, s.farm_id, s.minimum_severity,
          (select count(*) from alarm.delivery d
            where d.subscription_id = s.id and d.state = 'WAITING')
        from alarm.subscription s
        where s.farm_id = any($1) and $9
      ), target as materialized (
        select r.webhook, r.subscription, e.event, e.kind, e.place,
          case when r.webhook is null then e.notice else e.body end as body,
          row_number() over (partition by r.webhook, r.subscription order by e.place)
            + r.waiting as position
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $8::text[])
          with ordinality as e(farm, event, kind, severity, body, notice, place)
        join receiver r on r.farm_id = e.farm
        where array_position($7::text[], r.minimum_severity)
          <= array_position($7::text[], e.severity)
      ), full_queue as (
        update alarm.webhook w
        set refused = refused + f.number
        from (select webhook, count(*) as number from target where position > $6
          group by webhook) f
        where w.id = f.webhook
      )
      insert into alarm.delivery (id, webhook_id, subscription_id, event_id, kind, body)
      select gen_random_uuid(), webhook, subscription, event, kind, body
      from target
      where position <= $6
      """;

  private final int most;
  private final boolean browsers;
  private final Runnable added;

  /**
   * @param most messages that wait for one webhook or browser
   * @param browsers whether browsers are notified
   * @param added called when messages may have been added, before they are committed
   */
  WebhookQueue(int most, boolean browsers, Runnable added) {
    this.most = most;
    this.browsers = browsers;
    this.added = added;
  }

  /** A message about an event that has started or ended. */
  private record Message(
      UUID farm, UUID event, String kind, String severity, String body, String notice) {}

  @Override
  public void add(Transaction transaction, List<Change> changes) {
    List<Message> messages = new ArrayList<>();
    for (Change change : changes) {
      boolean isNew = change.kind() == Change.Kind.CREATE;
      if (isNew) {
        messages.add(message(change, "alarm.started"));
      }
      if (change.doc().path("status").asText().equals("ENDED")) {
        messages.add(message(change, "alarm.ended"));
      }
    }
    if (!messages.isEmpty()) {
      transaction.execute(ADD, columns(messages));
      added.run();
    }
  }

  private Tuple columns(List<Message> messages) {
    return Tuple.tuple()
        .addValue(messages.stream().map(Message::farm).toArray(UUID[]::new))
        .addValue(messages.stream().map(Message::event).toArray(UUID[]::new))
        .addValue(messages.stream().map(Message::kind).toArray(String[]::new))
        .addValue(messages.stream().map(Message::severity).toArray(String[]::new))
        .addValue(messages.stream().map(Message::body).toArray(String[]::new))
        .addValue(most)
        .addValue(Severity.names().toArray(String[]::new))
        .addValue(messages.stream().map(Message::notice).toArray(String[]::new))
        .addValue(browsers);
  }

  private static Message message(Change change, String kind) {
    ObjectNode event = Json.object().put("id", change.id().toString());
    event.setAll(change.doc());
    return new Message(
        change.scope().farm().orElseThrow(),
        change.id(),
        kind,
        change.doc().path("severity").asText(),
        body(kind, event),
        NotifiedBrowsers.notice(kind, change.id(), event));
  }

  /** The body of a message. */
  static String body(String kind, ObjectNode data) {
    ObjectNode body = Json.object().put("type", kind);
    body.put("timestamp", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    body.set("data", data);
    return Json.write(body);
  }
}
