package io.glebe.core.registry;

import io.glebe.core.access.ScopeMap;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.database.Database;
import io.glebe.core.host.HostAddresses;
import io.glebe.core.identity.RevokedClients;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.record.RecordService;
import io.glebe.core.registry.manifest.ManifestRules;
import io.glebe.core.registry.provider.ClientRegistration;
import io.vertx.core.Future;
import java.util.Set;

/** The services of the app registry. */
public final class AppRegistry implements AutoCloseable {
  /**
   * The services that it uses.
   *
   * @param issuer issuer of the tokens of apps, as recorded
   * @param provider registers the clients of approved apps
   */
  public record Dependencies(
      RecordService records,
      ScopeMap scopes,
      RevokedClients revoked,
      String issuer,
      ClientRegistration provider,
      HostAddresses hosts) {}

  private final ManifestRules rules;
  private final AppDrafts drafts;
  private final AppReviews reviews;
  private final AppWithdrawals withdrawals;
  private final AppQueries queries;
  private final ClientOutbox outbox;

  private AppRegistry(Infrastructure infrastructure, Dependencies dependencies) {
    Database database = infrastructure.database();
    RecordService records = dependencies.records();
    rules =
        ManifestRules.of(infrastructure.settings(), dependencies.scopes(), dependencies.hosts());
    drafts = new AppDrafts(database, records, rules, infrastructure.settings());
    reviews =
        new AppReviews(
            database,
            records,
            rules,
            Set.copyOf(infrastructure.settings().get(IdentitySettings.REGISTRY_RESTRICTED)));
    withdrawals =
        new AppWithdrawals(
            database,
            records,
            dependencies.revoked(),
            dependencies.issuer(),
            dependencies.provider());
    queries = new AppQueries(database, dependencies.provider());
    outbox = new ClientOutbox(database, records, dependencies.provider(), dependencies.issuer());
  }

  /** Opens the services and starts to bring clients to the provider. */
  public static Future<AppRegistry> open(Infrastructure infrastructure, Dependencies dependencies) {
    AppRegistry registry = new AppRegistry(infrastructure, dependencies);
    return registry.outbox.start(infrastructure.notifications()).map(registry);
  }

  /** The rules of manifests. */
  public ManifestRules rules() {
    return rules;
  }

  public AppDrafts drafts() {
    return drafts;
  }

  public AppReviews reviews() {
    return reviews;
  }

  public AppWithdrawals withdrawals() {
    return withdrawals;
  }

  public AppQueries queries() {
    return queries;
  }

  /** Waits for the current call to the identity provider. */
  @Override
  public void close() {
    outbox.close();
  }
}
