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

  private static final String TAKE =
      """
      delete from sensor.bridge_session
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
   * to one process only, which must then end its session at the broker.
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

  /** Gives a taken session back, so that another process takes it. */
  public Future<Void> giveBack(String id) {
    return database
        .query(
            """
            insert into sensor.bridge_session (broker, client_id, host, seen_at)
            values ($1, $2, '', '-infinity')
            on conflict do nothing
            """,
            Tuple.of(broker, id))
        .mapEmpty();
  }

  /** Forgets the session of this process, which has ended at the broker. */
  public Future<Void> ended() {
    return database
        .query(
            "delete from sensor.bridge_session where broker = $1 and client_id = $2",
            broker,
            clientId)
        .mapEmpty();
  }
}
