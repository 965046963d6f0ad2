package io.glebe.core.cube.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.zarr.store.MemoryObjectStore;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The outputs of jobs are kept for the configured retention and are then deleted. */
class JobSweepTest {
  private final MemoryObjectStore store = new MemoryObjectStore();

  private UUID job(TestDatabase db, String state, Duration ago) {
    UUID id = UUID.randomUUID();
    OffsetDateTime ended = OffsetDateTime.now(ZoneOffset.UTC).minus(ago);
    db.database()
        .query(
            "INSERT INTO bulk_job (id, collection, spec, snapshot, total, state, recorded,"
                + " ended_at) VALUES ($1, 'c', '{}', 1, 1, $2, $2,"
                + " CASE WHEN $2 <> 'RUNNING' THEN $3::timestamptz END)",
            id,
            state,
            ended)
        .await();
    store.put(Job.outputKey(id, "tiles.pmtiles"), new byte[10]);
    store.put(Job.packKey(id, 0), new byte[10]);
    return id;
  }

  private List<UUID> stored() {
    try (Stream<String> folders = store.children("jobs")) {
      return folders.map(UUID::fromString).sorted().toList();
    }
  }

  private static List<UUID> listed(TestDatabase db) {
    List<UUID> ids = new java.util.ArrayList<>();
    db.database().query("SELECT id FROM bulk_job").await().forEach(r -> ids.add(r.getUUID(0)));
    return ids;
  }

  @Test
  void endedJobsAreDeletedWithTheirOutputsAfterTheRetention() {
    try (TestDatabase db = TestDatabase.create()) {
      db.database().query("INSERT INTO cube_collection (id, doc) VALUES ('c', '{}')").await();
      UUID old = job(db, "COMPLETED", Duration.ofDays(3));
      UUID oldFailure = job(db, "FAILED", Duration.ofDays(3));
      UUID young = job(db, "COMPLETED", Duration.ofDays(1));
      UUID running = job(db, "RUNNING", Duration.ZERO);
      UUID cancelled = job(db, "CANCELLED", Duration.ofHours(1));
      UUID unknown = UUID.randomUUID();
      store.put(Job.packKey(unknown, 7), new byte[10]);

      new JobSweep(db.database(), store, Duration.ofDays(2)).sweep();

      assertThat(stored()).containsExactlyInAnyOrder(young, running);
      assertThat(listed(db))
          .containsExactlyInAnyOrder(young, running, cancelled)
          .doesNotContain(old, oldFailure);
    }
  }

  @Test
  void callersWithoutAJobForADayAreForgotten() {
    try (TestDatabase db = TestDatabase.create()) {
      UUID recent = UUID.randomUUID();
      db.database()
          .query(
              "INSERT INTO bulk_job_caller VALUES (gen_random_uuid(), now() - interval '2 days'),"
                  + " ($1, now())",
              recent)
          .await();

      new JobSweep(db.database(), store, Duration.ofDays(2)).sweep();

      List<UUID> callers = new java.util.ArrayList<>();
      db.database()
          .query("SELECT caller FROM bulk_job_caller")
          .await()
          .forEach(row -> callers.add(row.getUUID(0)));
      assertThat(callers).containsExactly(recent);
    }
  }
}
