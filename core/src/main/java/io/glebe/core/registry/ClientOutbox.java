package io.glebe.core.registry;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.registry.provider.ClientRegistration;
import io.glebe.core.registry.provider.ProviderFailure;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the clients at the identity provider to the state that the registry wants, and repeats
 * until the provider agrees. Each process has one outbox with one virtual thread. A client is
 * changed by one process at a time, which holds its row and reads the wanted state just before the
 * call, so a late approval never follows a withdrawal.
 */
final class ClientOutbox implements AutoCloseable {
  /** The topic that is notified with the id of an app whose client has to change. */
  static final String TOPIC = "app_clients";

  private static final Logger LOG = LoggerFactory.getLogger(ClientOutbox.class);

  /** Interval for checking for work without a notification. */
  private static final long LOOK_MILLIS = 2_000;

  private static final int MAX_PAUSE_SECONDS = 300;
  private static final int MAX_ERROR_CHARS = 300;

  /** A new wanted state is tried at once; one that failed waits for its next attempt. */
  private static final String CLAIM =
      """
      select c.app_id
      from registry.client c
      join registry.app a on a.id = c.app_id
      where c.done_revision < a.revision
        and (c.next_at <= now() or c.tried_revision < a.revision)
      order by c.next_at
      limit 1
      for update of c skip locked
      """;

  private final Database database;
  private final RecordService records;
  private final ClientRegistration provider;
  private final Semaphore wake = new Semaphore(0);

  /** Apps whose clients in memory have to be read again. */
  private final Set<UUID> outdated = ConcurrentHashMap.newKeySet();

  private volatile boolean allOutdated = true;
  private volatile boolean closed;
  private Optional<Thread> thread = Optional.empty();

  ClientOutbox(Database database, RecordService records, ClientRegistration provider) {
    this.database = database;
    this.records = records;
    this.provider = provider;
  }

  /** Starts to work, first on the clients in memory. */
  Future<Void> start(Notifications notifications) {
    notifications.subscribe(TOPIC, this::changed);
    return notifications
        .listening(TOPIC)
        .onSuccess(
            confirmed ->
                thread = Optional.of(Thread.ofVirtual().name("app-clients").start(this::serve)));
  }

  private void changed(String app) {
    UuidSyntax.parse(app).ifPresentOrElse(outdated::add, () -> allOutdated = true);
    wake.release();
  }

  @Override
  public void close() {
    closed = true;
    wake.release();
    thread.ifPresent(
        running -> {
          try {
            running.join();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void serve() {
    while (!closed) {
      try {
        if (provider.inMemory()) {
          refreshOutdated();
        }
        if (!step()) {
          wake.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
          wake.drainPermits();
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        if (!closed) {
          LOG.warn("clients of apps cannot be changed now: {}", e.getMessage());
          pause();
        }
      }
    }
  }

  private void pause() {
    try {
      wake.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      closed = true;
    }
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
    boolean did =
        Boolean.TRUE.equals(
            Awaiting.await(database.inTransaction(Purpose.BACKGROUND, this::changeOne)));
    if (did) {
      records.notifyAuditReaders();
    }
    return did;
  }

  private boolean changeOne(Transaction tx) {
    Optional<UUID> app = tx.first(CLAIM).map(row -> row.getUUID(0));
    app.flatMap(id -> WantedClient.read(tx, id)).ifPresent(wanted -> change(tx, wanted));
    return app.isPresent();
  }

  private void change(Transaction tx, WantedClient wanted) {
    Optional<String> error = error(wanted);
    if (error.isPresent()) {
      tx.execute(
          """
          update registry.client
          set attempts = attempts + 1, tried_revision = $2, last_error = $3,
            next_at = now() + least($4, power(2, least(attempts, 16))) * interval '1 second'
          where app_id = $1
          """,
          wanted.app(),
          wanted.revision(),
          error.get(),
          (double) MAX_PAUSE_SECONDS);
      return;
    }
    tx.execute(
        """
        update registry.client
        set attempts = 0, tried_revision = $2, done_revision = $2, last_error = null,
          next_at = now(), done_at = now()
        where app_id = $1
        """,
        wanted.app(),
        wanted.revision());
    AppNotes.write(
        tx,
        Caller.system(),
        AuditNote.Action.UPDATE,
        wanted.app(),
        wanted.name(),
        wanted.owner(),
        wanted.client().isPresent() ? "client enabled" : "client disabled");
  }

  private Optional<String> error(WantedClient wanted) {
    try {
      Awaiting.await(wanted.apply(provider));
      return Optional.empty();
    } catch (ProviderFailure refused) {
      String message = String.valueOf(refused.getMessage());
      return Optional.of(message.substring(0, Math.min(message.length(), MAX_ERROR_CHARS)));
    } catch (RuntimeException unreachable) {
      LOG.warn("the identity provider does not respond: {}", unreachable.getClass().getName());
      return Optional.of("the identity provider does not respond");
    }
  }
}
