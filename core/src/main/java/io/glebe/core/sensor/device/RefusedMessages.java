package io.glebe.core.sensor.device;

import io.glebe.core.database.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores how many messages of each service account were refused for each reason, with the last one,
 * so that a person sees why a device delivers nothing. At most one statement a second is sent;
 * refusals that come meanwhile are added up. Nobody waits for it: counts of the last second are
 * lost when the process ends at once. Thread-safe.
 */
public final class RefusedMessages implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RefusedMessages.class);
  private static final long PAUSE_MILLIS = 1_000;

  /** Pairs of account and reason that may wait; refusals of further ones are not counted. */
  private static final int MAX_WAITING = 10_000;

  private static final String STORE =
      """
      insert into identity.refused_message as m (account, reason, count, last_at, topic, detail)
      select r.account, r.reason, r.count, r.at, r.topic, r.detail
      from jsonb_to_recordset($1::jsonb)
        as r (account text, reason text, count bigint, at timestamptz, topic text, detail text)
      join identity.service_account a on a.name = r.account
      order by r.account, r.reason
      on conflict (account, reason) do update
        set count = m.count + excluded.count, last_at = excluded.last_at,
          topic = excluded.topic, detail = excluded.detail
      """;

  /**
   * A message that was refused.
   *
   * @param reason word of a small set
   * @param detail why
   */
  public record Message(String account, String reason, String topic, String detail, Instant at) {}

  private record Key(String account, String reason) {}

  private record Waiting(long count, Message last) {
    Waiting and(Waiting later) {
      return new Waiting(count + later.count, later.last);
    }
  }

  private final Vertx vertx;
  private final Database database;
  private final Map<Key, Waiting> waiting = new HashMap<>();
  private boolean busy;
  private boolean closed;

  public RefusedMessages(Vertx vertx, Database database) {
    this.vertx = vertx;
    this.database = database;
  }

  /** Counts a refused message. */
  public void refused(Message message) {
    synchronized (this) {
      Key key = new Key(message.account(), message.reason());
      if (closed || waiting.size() >= MAX_WAITING && !waiting.containsKey(key)) {
        return;
      }
      waiting.merge(key, new Waiting(1, message), Waiting::and);
      if (busy) {
        return;
      }
      busy = true;
    }
    store();
  }

  private void store() {
    Map<Key, Waiting> taken = take();
    if (taken.isEmpty()) {
      return;
    }
    database
        .query(STORE, rows(taken))
        .onFailure(
            failure -> {
              LOG.warn("refused messages are counted later: {}", failure.getMessage());
              putBack(taken);
            })
        .transform(done -> Future.<Void>succeededFuture())
        .compose(done -> vertx.timer(PAUSE_MILLIS))
        .onSuccess(rested -> store());
  }

  /** What waits; when nothing does, the next refusal starts again. */
  private synchronized Map<Key, Waiting> take() {
    Map<Key, Waiting> taken = closed ? Map.of() : Map.copyOf(waiting);
    waiting.clear();
    busy = !taken.isEmpty();
    return taken;
  }

  private synchronized void putBack(Map<Key, Waiting> taken) {
    taken.forEach((key, earlier) -> waiting.merge(key, earlier, (later, old) -> old.and(later)));
  }

  private static JsonArray rows(Map<Key, Waiting> taken) {
    JsonArray rows = new JsonArray();
    taken.forEach(
        (key, counted) ->
            rows.add(
                new JsonObject()
                    .put("account", key.account())
                    .put("reason", key.reason())
                    .put("count", counted.count())
                    .put("at", counted.last().at().toString())
                    .put("topic", counted.last().topic())
                    .put("detail", counted.last().detail())));
    return rows;
  }

  /** Counts no more. */
  @Override
  public synchronized void close() {
    closed = true;
    waiting.clear();
  }
}
