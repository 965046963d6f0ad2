package io.glebe.core.cube.job;

import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Contains all SQL for the tables of jobs. */
final class JobRows {
  static final String COLUMNS =
      "id, collection, spec::text AS spec, snapshot, state, total, done, empty, bytes,"
          + " errors::text AS errors, outputs::text AS outputs, created_at, started_at, ended_at";
  static final String FIND = "SELECT " + COLUMNS + " FROM bulk_job WHERE id = $1";
  static final String PAGE =
      """
      SELECT %s
      FROM bulk_job
      WHERE id < $1 AND ($2::text IS NULL OR collection = $2)
      ORDER BY id DESC LIMIT $3
      """
          .formatted(COLUMNS);

  static final String RECORDED = "UPDATE bulk_job SET recorded = $2 WHERE id = $1";

  /** Lock under which one process at a time promotes waiting jobs. */
  private static final long TURN_LOCK = 6_500_001;

  private static final int MAX_ERRORS = 20;

  private JobRows() {}

  /**
   * The jobs that have not ended.
   *
   * @param waiting jobs that are queued, without those for which a place to run is free
   * @param waitingOfCaller the same, if only this caller had queued jobs
   */
  record Open(long waiting, long waitingOfCaller) {}

  /** Counts the jobs that have not ended; no other job is added until the transaction ends. */
  static Open open(Transaction tx, UUID caller, int most) {
    tx.execute("SELECT pg_advisory_xact_lock($1)", TURN_LOCK);
    Row counts =
        tx.first(
                """
                SELECT count(*) FILTER (WHERE state = 'RUNNING') AS running,
                  count(*) FILTER (WHERE state = 'QUEUED') AS queued,
                  count(*) FILTER (WHERE state = 'QUEUED' AND caller = $1) AS own
                FROM bulk_job
                WHERE state IN ('QUEUED', 'RUNNING')
                """,
                caller)
            .orElseThrow();
    long free = Math.max(0, most - counts.getLong("running"));
    return new Open(counts.getLong("queued") - free, counts.getLong("own") - free);
  }

  static void insert(
      Transaction tx, UUID id, UUID caller, JobSpec spec, long snapshot, Work.Plan plan) {
    tx.update(
        """
        INSERT INTO bulk_job (id, caller, collection, spec, snapshot, total)
        VALUES ($1, $2, $3, ($4::text)::jsonb, $5, $6)
        """,
        id,
        caller,
        spec.collection(),
        Json.write(spec.body()),
        snapshot,
        plan.total());
    List<Tuple> rows = new ArrayList<>();
    for (Work.Cut cut : plan.parts()) {
      rows.add(Tuple.of(id, rows.size(), cut.kind().name(), cut.sheet(), cut.first(), cut.last()));
    }
    tx.batch(
        """
        INSERT INTO bulk_job_part (job, number, kind, sheet, first, last)
        VALUES ($1, $2, $3, $4, $5, $6)
        """,
        rows);
  }

  /**
   * Starts waiting jobs while fewer than {@code most} are running. The caller with the fewest
   * running jobs is first, of these the one whose last job began the longest ago, with his oldest
   * job.
   *
   * @return the number of callers whose jobs were started
   */
  static int promote(Transaction tx, int most) {
    tx.execute("SELECT pg_advisory_xact_lock($1)", TURN_LOCK);
    return tx.update(
        """
        WITH queued AS (
          SELECT q.id, q.created_at, c.served_at,
            row_number() OVER (PARTITION BY q.caller ORDER BY q.created_at, q.id) + (
              SELECT count(*) FROM bulk_job r
              WHERE r.state = 'RUNNING' AND r.caller = q.caller) AS place
          FROM bulk_job q LEFT JOIN bulk_job_caller c ON c.caller = q.caller
          WHERE q.state = 'QUEUED'
        ), started AS (
          UPDATE bulk_job
          SET state = 'RUNNING', started_at = clock_timestamp()
          WHERE id IN (
            SELECT id FROM queued
            ORDER BY place, served_at NULLS FIRST, created_at, id
            LIMIT greatest(0, $1 - (SELECT count(*) FROM bulk_job WHERE state = 'RUNNING')))
          RETURNING caller
        )
        INSERT INTO bulk_job_caller (caller, served_at)
        SELECT caller, clock_timestamp() FROM started GROUP BY caller
        ON CONFLICT (caller) DO UPDATE SET served_at = excluded.served_at
        """,
        (long) most);
  }

  /** Locks a part that is ready; the lock is held until the transaction ends. */
  static Optional<Part> claim(Transaction tx) {
    return tx.first(
            """
            SELECT p.job, p.number, p.kind, p.sheet, p.first, p.last
            FROM bulk_job_part p
            JOIN bulk_job j ON j.id = p.job
            WHERE j.state = 'RUNNING' AND p.open AND j.not_before <= clock_timestamp()
              AND (p.kind = 'WORK' OR NOT EXISTS (
                SELECT 1 FROM bulk_job_part q
                WHERE q.job = p.job AND q.sheet = p.sheet AND q.kind = 'WORK' AND q.open))
            ORDER BY p.number, j.created_at
            LIMIT 1
            FOR UPDATE OF p SKIP LOCKED
            """)
        .map(Part::of);
  }

  static Optional<Job> find(Transaction tx, UUID id) {
    return tx.first(FIND, id).map(Job::of);
  }

  /** Returns the parts whose packs form a sheet, in its order. */
  static List<Part> sheet(Transaction tx, UUID job, int sheet) {
    List<Part> parts = new ArrayList<>();
    tx.execute(
            """
            SELECT job, number, kind, sheet, first, last
            FROM bulk_job_part
            WHERE job = $1 AND sheet = $2 AND kind = 'WORK'
            ORDER BY first
            """,
            job,
            sheet)
        .forEach(row -> parts.add(Part.of(row)));
    return parts;
  }

  /** Locks the job until the transaction ends; returns whether it is still running. */
  static boolean hold(Transaction tx, UUID job) {
    return tx.first("SELECT state FROM bulk_job WHERE id = $1 FOR UPDATE", job)
        .filter(row -> row.getString(0).equals(JobState.RUNNING.name()))
        .isPresent();
  }

  /**
   * Adds the result of a part; the last part ends the job. The job must be locked.
   *
   * @param output a JSON array of newly finished outputs, possibly empty
   */
  static void done(Transaction tx, Part part, Work.Made made, String output) {
    tx.update(
        "UPDATE bulk_job_part SET open = false WHERE job = $1 AND number = $2",
        part.job(),
        part.number());
    long open =
        tx.first("SELECT count(*) FROM bulk_job_part WHERE job = $1 AND open", part.job())
            .orElseThrow()
            .getLong(0);
    tx.update(
        """
        UPDATE bulk_job
        SET done = done + $2, empty = empty + $3, bytes = bytes + $4,
          outputs = outputs || ($5::text)::jsonb,
          state = CASE WHEN $6 THEN 'COMPLETED' ELSE state END,
          ended_at = CASE WHEN $6 THEN clock_timestamp() END
        WHERE id = $1
        """,
        part.job(),
        part.last() - part.first(),
        made.empty(),
        (long) made.pack().length,
        output,
        open == 0);
  }

  /** Records a failure. The job fails after the last attempt, and rests before the next one. */
  static void failed(Transaction tx, Part part, String error, PartFailure failure) {
    long tried =
        tx.first(
                """
                UPDATE bulk_job_part
                SET attempts = attempts + 1
                WHERE job = $1 AND number = $2
                RETURNING attempts
                """,
                part.job(),
                part.number())
            .map(row -> (long) row.getInteger(0))
            .orElse(0L);
    tx.update(
        """
        UPDATE bulk_job
        SET errors = CASE WHEN jsonb_array_length(errors) < $2 THEN errors || ($3::text)::jsonb
            ELSE errors END,
          state = CASE WHEN $4 THEN 'FAILED' ELSE state END,
          ended_at = CASE WHEN $4 THEN clock_timestamp() ELSE ended_at END,
          not_before = greatest(not_before, clock_timestamp() + $5::float8 * interval '1 second')
        WHERE id = $1 AND state = 'RUNNING'
        """,
        part.job(),
        MAX_ERRORS,
        error,
        tried >= failure.attempts(),
        (double) PartFailure.pause(tried).toSeconds());
  }

  /** Returns whether the job was active and is now cancelled. */
  static boolean cancel(Transaction tx, UUID id) {
    return tx.update(
            """
            UPDATE bulk_job
            SET state = 'CANCELLED', ended_at = clock_timestamp()
            WHERE id = $1 AND state IN ('QUEUED', 'RUNNING')
            """,
            id)
        == 1;
  }

  /**
   * Deletes a job that has ended. Its parts are locked first, in the same order as workers lock
   * them, because otherwise a worker that holds a part and waits for the job would deadlock with
   * this transaction.
   */
  static void remove(Transaction tx, UUID id) {
    tx.execute("SELECT number FROM bulk_job_part WHERE job = $1 ORDER BY number FOR UPDATE", id);
    tx.update("DELETE FROM bulk_job WHERE id = $1", id);
  }

  /** Locks a job whose record does not yet show its state. */
  static Optional<Row> unrecorded(Transaction tx) {
    return tx.first(
        """
        SELECT id, state, recorded, errors::text AS errors
        FROM bulk_job
        WHERE recorded <> state
        LIMIT 1
        FOR UPDATE SKIP LOCKED
        """);
  }

  static void recorded(Transaction tx, UUID id, String state) {
    tx.update(RECORDED, id, state);
  }
}
