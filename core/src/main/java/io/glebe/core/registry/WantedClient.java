package io.glebe.core.registry;

import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.registry.manifest.StoredManifest;
import io.glebe.core.registry.provider.ClientDescription;
import io.glebe.core.registry.provider.ClientRegistration;
import io.glebe.core.registry.provider.ProviderClient;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;
import java.util.UUID;

/**
 * The state that the client of an app should have at the identity provider.
 *
 * @param revision increases with every change of the state
 * @param client empty for a withdrawn app
 * @param known the client that exists at the provider, as far as it is stored
 */
record WantedClient(
    UUID app,
    UUID owner,
    String name,
    long revision,
    Optional<ClientDescription> client,
    Optional<ProviderClient> known) {
  private static final String QUERY =
      """
      select a.owner_id, a.revision, v.number, v.manifest, coalesce(v.name, '') as name,
        c.client_id, c.management
      from registry.app a
      left join registry.client c on c.app_id = a.id
      left join registry.app_version v on v.app_id = a.id and v.state = 'APPROVED'
      where a.id = $1
      """;

  static Optional<WantedClient> read(Transaction tx, UUID app) {
    return first(app, tx.execute(QUERY, app));
  }

  /** Waits for the database. */
  static Optional<WantedClient> read(Database database, UUID app) {
    return first(app, Awaiting.await(database.query(QUERY, app)));
  }

  private static Optional<WantedClient> first(UUID app, RowSet<Row> rows) {
    for (Row row : rows) {
      return Optional.of(
          new WantedClient(
              app,
              row.getUUID("owner_id"),
              row.getString("name"),
              row.getLong("revision"),
              Optional.ofNullable(row.getInteger("number"))
                  .map(
                      number ->
                          ClientDescription.of(
                              app, number, StoredManifest.of(AppTables.manifest(row)))),
              Optional.ofNullable(row.getString("client_id"))
                  .map(
                      id ->
                          new ProviderClient(
                              id, Optional.ofNullable(row.getString("management"))))));
    }
    return Optional.empty();
  }

  /** Sends the state to the provider; returns the client that exists there now. */
  Future<Optional<ProviderClient>> apply(ClientRegistration provider) {
    if (client.isPresent()) {
      return provider.enable(client.get(), known).map(Optional::of);
    }
    Optional<ProviderClient> present =
        provider.assignsIds()
            ? known
            : Optional.of(new ProviderClient(ClientDescription.clientId(app)));
    return present
        .map(one -> provider.disable(one))
        .orElseGet(Future::succeededFuture)
        .map(Optional.empty());
  }
}
