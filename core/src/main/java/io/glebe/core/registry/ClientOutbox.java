package io.glebe.core.registry;

import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.record.RecordService;
import io.glebe.core.registry.provider.ClientRegistration;
import io.glebe.core.registry.provider.ProviderClient;
import io.glebe.core.registry.provider.ProviderFailure;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.WorkLoop;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the clients at the identity provider to the state that the registry wants, and repeats
 * until the provider agrees. Each process has one outbox with one virtual thread. A client is
 * changed by one process at a time, which claims it and reads the wanted state just before the
 * call, so a late approval never follows a withdrawal.
 */
final class ClientOutbox implements AutoCloseable {
  /** The topic that is notified with the id of an app whose client has to change. */
  static final String TOPIC = "app_clients";

  private static final Logger LOG = LoggerFactory.getLogger(ClientOutbox.class);

  /** Interval for checking for work without a notification. */
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /** Longer than the time limits of all requests that change one client. */
  private static final Duration CLAIM = Duration.ofSeconds(60);

  private static final int MAX_ERROR_CHARS = 300;

  private final Database database;
  private final RecordService records;
  private final ClientRegistration provider;
  private final ClientClaims claims;
  private final WorkLoop loop = new WorkLoop("app-clients", INTERVAL, this::step);

  /** Apps whose clients in memory have to be read again. */
  private final Set<UUID> outdated = ConcurrentHashMap.newKeySet();

  private volatile boolean allOutdated = true;

  /**
   * @param issuer issuer of the tokens of apps, as recorded
   */
  ClientOutbox(
      Database database, RecordService records, ClientRegistration provider, String issuer) {
    this.database = database;
    this.claims = new ClientClaims(database, issuer, CLAIM);
    this.records = records;
    this.provider = provider;
  }

  /** Starts to work, first on the clients in memory. */
  Future<Void> start(Notifications notifications) {
    notifications.subscribe(TOPIC, this::changed);
    return notifications.listening(TOPIC).onSuccess(confirmed -> loop.start());
  }

  private void changed(String app) {
    UuidSyntax.parse(app).ifPresentOrElse(outdated::add, () -> allOutdated = true);
    loop.wake();
  }

  /** Waits for the current call to the provider. */
  @Override
  public void close() {
    loop.close();
  }

  private void refreshOutdated() {
    try {
      refresh();
    } catch (RuntimeException failure) {
      allOutdated = true;
      throw failure;
    }
  }

  /** Applies clients in memory, which another process may have marked as done. */
  private void refresh() {
    if (allOutdated) {
      allOutdated = false;
      for (Row row : Awaiting.await(database.query("select app_id from registry.client"))) {
        outdated.add(row.getUUID(0));
      }
    }
    for (UUID app : new HashSet<>(outdated)) {
      outdated.remove(app);
      WantedClient.read(database, app)
          .ifPresent(
              wanted -> {
                try {
                  Awaiting.await(wanted.apply(provider));
                } catch (ProviderFailure refused) {
                  LOG.warn("the client of an app is not in memory: {}", refused.getMessage());
                }
              });
    }
  }

  /** Changes one client; returns false when there is nothing to do. */
  private boolean step() {
    if (provider.inMemory()) {
      refreshOutdated();
    }
    Optional<ClientClaims.Claimed> claimed = claims.next();
    claimed.ifPresent(this::change);
    return claimed.isPresent();
  }

  private void change(ClientClaims.Claimed claimed) {
    Optional<ProviderClient> present;
    try {
      present = Awaiting.await(claimed.wanted().apply(provider));
    } catch (ProviderFailure refused) {
      String message = String.valueOf(refused.getMessage());
      claims.failed(claimed, message.substring(0, Math.min(message.length(), MAX_ERROR_CHARS)));
      return;
    } catch (RuntimeException unreachable) {
      LOG.warn("the identity provider does not respond: {}", unreachable.getClass().getName());
      claims.failed(claimed, "the identity provider does not respond");
      return;
    }
    if (claims.succeeded(claimed, present)) {
      records.notifyAuditReaders();
    } else {
      LOG.warn("a call to the identity provider outlived its claim; it will be repeated");
    }
  }
}
