package io.glebe.core.partner;

import io.glebe.core.database.Database;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.table.Uuids;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Active imports: one per user at a time, in all processes. Each has a lease that its process
 * renews; the lease expires when the process dies.
 */
final class ImportLeases {
  private static final Logger LOG = LoggerFactory.getLogger(ImportLeases.class);

  /** Time after which a lease expires without renewal. */
  private static final Duration LEASE = Duration.ofSeconds(60);

  private final Database database;
  private final Vertx vertx;
  private final String provider;

  ImportLeases(Database database, Vertx vertx, String provider) {
    this.database = database;
    this.vertx = vertx;
    this.provider = provider;
  }

  /** An active import; it ends when it is closed. */
  final class Lease implements AutoCloseable {
    private final UUID job;
    private final long renewal;

    private Lease(UUID job) {
      this.job = job;
      this.renewal = vertx.setPeriodic(LEASE.toMillis() / 4, tick -> renew(job));
    }

    /** Returns the id for its ProcessingJob. */
    UUID job() {
      return job;
    }

    @Override
    public void close() {
      vertx.cancelTimer(renewal);
      try {
        database.query("delete from partner.import_lease where job_id = $1", job).await();
      } catch (RuntimeException e) {
        LOG.warn(
            "the lease of import {} could not be released and will expire: {}",
            job,
            e.getMessage());
      }
    }
  }

  /** Begins an import of a user; 409 while another one is active. Blocks. */
  Lease begin(UUID user) {
    UUID job = Uuids.timeOrdered();
    int taken =
        database
            .query(
                """
                insert into partner.import_lease as l (provider, user_id, job_id, until)
                values ($1, $2, $3, now() + $4 * interval '1 second')
                on conflict (provider, user_id) do update
                  set job_id = excluded.job_id, until = excluded.until
                  where l.until < now()
                """,
                provider,
                user,
                job,
                LEASE.toSeconds())
            .await()
            .rowCount();
    if (taken == 0) {
      throw Problem.conflict("an import of yours is under way");
    }
    return new Lease(job);
  }

  private void renew(UUID job) {
    database.query(
        """
        update partner.import_lease set until = now() + $2 * interval '1 second' where job_id = $1
        """,
        job,
        LEASE.toSeconds());
  }

  /**
   * Deletes all leases when no other process can exist: they are left over from an earlier run.
   * Blocks.
   */
  void forgetAll() {
    database.query("delete from partner.import_lease where provider = $1", provider).await();
  }
}
