package io.glebe.core.identity;

import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Transaction;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The clients whose tokens are refused although the identity provider has signed them: withdrawn
 * apps. A set in memory, read from the database at the start and after each addition.
 */
public final class RevokedClients implements Revocations {
  /** The topic that is notified when a client is revoked. */
  public static final String TOPIC = "clients_revoked";

  /** Maximum number of clients in memory, the latest first; older ones have no valid tokens. */
  static final int MAX_CLIENTS = 100_000;

  private record Revoked(String issuer, String client) {}

  private final Database database;
  private final Runnable changed;
  private final Set<Revoked> clients = ConcurrentHashMap.newKeySet();

  /**
   * Call {@link #follow} before use.
   *
   * @param changed called after the set has changed; must not block
   */
  public RevokedClients(Database database, Runnable changed) {
    this.database = database;
    this.changed = changed;
  }

  @Override
  public boolean revoked(VerifiedToken token) {
    return !clients.isEmpty()
        && token.clientId().isPresent()
        && clients.contains(new Revoked(token.issuer(), token.clientId().get()));
  }

  /** Reads the clients now and after each change of another process. */
  public Future<Void> follow(Notifications notifications) {
    notifications.follow(TOPIC, payload -> read().onSuccess(done -> changed.run()));
    return notifications.listening(TOPIC).compose(confirmed -> read());
  }

  private Future<Void> read() {
    return database
        .query(
            """
            select issuer, client_id
            from identity.revoked_client
            order by revoked_at desc
            limit $1
            """,
            MAX_CLIENTS)
        .map(
            rows -> {
              for (Row row : rows) {
                clients.add(new Revoked(row.getString("issuer"), row.getString("client_id")));
              }
              return null;
            });
  }

  /** Revokes a client in a transaction; call {@link #revoked(String, String)} after its commit. */
  public static void revoke(Transaction tx, String issuer, String client) {
    tx.execute(
        """
        insert into identity.revoked_client (issuer, client_id) values ($1, $2)
        on conflict (issuer, client_id) do nothing
        """,
        issuer,
        client);
    Notifications.publish(tx, TOPIC, "client");
  }

  /** Applies in this process a committed revocation. */
  public void revoked(String issuer, String client) {
    clients.add(new Revoked(issuer, client));
    changed.run();
  }
}
