package io.glebe.core.sensor;

import io.glebe.core.database.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The sessions of all processes at one outside MQTT broker, with the time of their last sign. */
public final class BridgeSessions {
  private static final String SEEN =
      """
      insert into sensor.bridge_session (broker, client_id, host, seen_at)
      values ($1, $2, $3, now())
      on conflict (broker, client_id) do update set host = excluded.host, seen_at = now()
      """;

  /** A row stays until its session has ended, for the case that this process is killed as well. */
  private static final String TAKE =
      """
      update sensor.bridge_session
      set seen_at = now()
      where broker = $1 and client_id <> $2 and seen_at < now() - $3 * interval '1 second'
      returning client_id
      """;

  private final Database database;
  private final String broker;
  private final String clientId;

  /**
   * @param broker address of the outside broker
   * @param clientId of this process
   */
  public BridgeSessions(Database database, String broker, String clientId) {
    this.database = database;
    this.broker = broker;
    this.clientId = clientId;
  }

  /** Reports that the session of this process is in use. */
  public Future<Void> seen(String host) {
    return database.query(SEEN, Tuple.of(broker, clientId, host)).mapEmpty();
  }

  /**
   * Returns the client ids of processes that gave no sign for this time. Each of them is returned
   * to one process, which must then end its session at the broker, and {@link #keep} it until then:
   * without a sign of that for the same time it is returned to another process.
   */
  public Future<List<String>> take(Duration silence) {
    return database
        .query(TAKE, Tuple.of(broker, clientId, (int) silence.toSeconds()))
        .map(
            rows -> {
              List<String> ids = new ArrayList<>();
              rows.forEach(row -> ids.add(row.getString("client_id")));
              return ids;
            });
  }

  /** Reports that this process is about to end these sessions. */
  public Future<Void> keep(List<String> ids) {
    return database
        .query(
            """
            update sensor.bridge_session set seen_at = now()
            where broker = $1 and client_id = any($2)
            """,
            Tuple.tuple().addString(broker).addArrayOfString(ids.toArray(String[]::new)))
        .mapEmpty();
  }

  /** Gives a taken session back, so that it is taken again at once. */
  public Future<Void> giveBack(String id) {
    return database
        .query(
            """
            update sensor.bridge_session set seen_at = '-infinity'
            where broker = $1 and client_id = $2
            """,
            broker,
            id)
        .mapEmpty();
  }

  /** Forgets the session of this process, which has ended at the broker. */
  public Future<Void> ended() {
    return ended(clientId);
  }

  /** Forgets a session that has ended at the broker. */
  public Future<Void> ended(String id) {
    return database
        .query("delete from sensor.bridge_session where broker = $1 and client_id = $2", broker, id)
        .mapEmpty();
  }
}
