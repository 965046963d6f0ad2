package io.glebe.core.cube.job;

import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.record.RecordFixture.problem;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.config.JobSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.cube.CubeModule;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.series.RecordAreas;
import io.glebe.core.database.Purpose;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.StoreException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on which no process works, until a test starts a runner. */
class WaitingJobsTest {
  private static final CubeStation STATION =
      new CubeStation(
          Settings.defaults()
              .with(JobSettings.JOBS_RUNNING, "1")
              .with(JobSettings.JOBS_WAITING, "2")
              .with(JobSettings.JOB_TILES, "2"));
  private static final String CUBE = cube();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final JobService jobs = STATION.cubes.jobs().service();
  private final Caller owner = STATION.owner();

  @TempDir private Path folder;

  @AfterAll
  static void close() {
    STATION.close();
  }

  /** The service stays open without its runner. */
  private static String cube() {
    STATION.cubes.jobs().close();
    String id = STATION.cube(CubeStation.layer("NDVI", "int16").put("scale", 0.0001));
    STATION.columns(id, "NDVI", MAY, 0);
    return id;
  }

  private static ObjectNode tiles(int... zooms) {
    ObjectNode body = Json.object().put("type", "tiles").put("collection", CUBE);
    body.putArray("layers").add("NDVI");
    for (int zoom : zooms) {
      body.withArray("zooms").add(zoom);
    }
    return body;
  }

  private Job submitted() {
    return jobs.submit(owner, JobSpec.requested(tiles(14))).await();
  }

  private static String status(UUID job) {
    return STATION
        .farm
        .records
        .get(Caller.system(), type("ProcessingJob"), job)
        .await()
        .attributes()
        .path("status")
        .asText();
  }

  @AfterEach
  void endAll() {
    STATION.platform.sql("update bulk_job set state = 'CANCELLED', recorded = 'CANCELLED'");
  }

  private JobRunner runner(long outputBytes) {
    return runner(outputBytes, STATION.cubes.store());
  }

  private JobRunner runner(long outputBytes, ObjectStore store) {
    CubeModule cubes = STATION.cubes;
    JobLimits usual = jobs.limits();
    JobLimits limits =
        new JobLimits(
            usual.tiles(),
            outputBytes,
            usual.running(),
            usual.waiting(),
            usual.waitingPerCaller(),
            usual.retention(),
            usual.series());
    JobWorks works =
        new JobWorks(
            new TileWork(cubes.engine(), cubes.clouds(), limits),
            new SeriesWork(
                new SeriesEngine(cubes.engine().pool(), Budget.SERIES),
                cubes.clouds(),
                cubes.series(),
                new RecordAreas(STATION.farm.records),
                limits));
    return new JobRunner(
        STATION.platform.resources().database(),
        cubes.cubes(),
        new JobRecords(STATION.farm.records),
        works,
        store,
        limits,
        new JobMeters(new SimpleMeterRegistry()),
        folder);
  }

  @Test
  void aWaitingJobIsCancelledAndThenRemoved() {
    Job job = submitted();
    assertThat(job.state()).isEqualTo(JobState.QUEUED);
    assertThat(status(job.id())).isEqualTo("QUEUED");
    assertThat(problem(jobs.dismiss(STATION.neighbour(), job.id())).status()).isEqualTo(403);

    Job cancelled = jobs.dismiss(owner, job.id()).await().orElseThrow();

    assertThat(cancelled.state()).isEqualTo(JobState.CANCELLED);
    assertThat(cancelled.endedAt()).isPresent();
    assertThat(cancelled.outputs()).isEmpty();
    assertThat(status(job.id())).isEqualTo("CANCELLED");
    assertThat(jobs.dismiss(owner, job.id()).await()).isEmpty();
    assertThat(problem(jobs.get(owner, job.id())).status()).isEqualTo(404);
  }

  @Test
  void aFewJobsMayWait() {
    submitted();
    submitted();
    submitted();

    Problem refused = problem(jobs.submit(owner, JobSpec.requested(tiles(14))));

    assertThat(refused.type()).isEqualTo(ProblemType.TOO_MANY_REQUESTS);
    assertThat(refused.headers()).containsKey("Retry-After");
  }

  @Test
  void severalJobsOfOneCallerStartTogether() {
    submitted();
    submitted();
    submitted();
    for (int i = 0; i < 50; i++) { // times of one statement are often, not always, equal
      STATION.platform.sql("update bulk_job set state = 'QUEUED' where state = 'RUNNING'");
      int callers =
          STATION
              .platform
              .resources()
              .database()
              .inTransaction(Purpose.BACKGROUND, tx -> JobRows.promote(tx, 3))
              .await();

      assertThat(callers).isEqualTo(1);
    }
    assertThat(jobs.list(owner, Optional.of(CUBE), Optional.empty(), 3).await())
        .extracting(Job::state)
        .containsOnly(JobState.RUNNING);
  }

  @Test
  @Tag("GLEBE_JOB_TILES")
  void aJobOverTheLimitOfTilesIsRefused() {
    Problem refused = problem(jobs.submit(owner, JobSpec.requested(tiles(13, 14, 15))));

    assertThat(refused.type()).isEqualTo(ProblemType.OVER_BUDGET);
    assertThat(refused.detail()).contains("allowed are 2");
  }

  @Test
  void theNewestJobsOfReadableCollectionsAreListedFirst() {
    Job first = submitted();
    Job second = submitted();
    Optional<String> cube = Optional.of(CUBE);

    assertThat(jobs.list(owner, cube, Optional.empty(), 2).await())
        .extracting(Job::id)
        .containsExactly(second.id(), first.id());
    assertThat(jobs.list(owner, cube, Optional.of(second.id()), 1).await())
        .extracting(Job::id)
        .containsExactly(first.id());
    assertThat(jobs.list(owner, Optional.of("none"), Optional.empty(), 2).await()).isEmpty();
    assertThat(jobs.list(STATION.neighbour(), cube, Optional.empty(), 2).await()).isEmpty();
    assertThat(problem(jobs.get(STATION.neighbour(), first.id())).status()).isEqualTo(403);
  }

  @Test
  void aRunnerTakesTheJobsThatWait() {
    Job first = submitted();
    Job second = submitted();
    try (JobRunner runner = runner(1 << 30)) {
      runner.start();
      for (Job job : List.of(first, second)) {
        await()
            .atMost(PATIENCE)
            .until(() -> jobs.get(owner, job.id()).await().state() == JobState.COMPLETED);
        await().atMost(PATIENCE).until(() -> status(job.id()).equals("COMPLETED"));
      }
    }
    assertThat(folder).as("the spool").isEmptyDirectory();
  }

  /** A store whose disk is full for the first packs of jobs. */
  private static ObjectStore full(int times, List<Instant> attempts) {
    ObjectStore store = STATION.cubes.store();
    return (ObjectStore)
        Proxy.newProxyInstance(
            ObjectStore.class.getClassLoader(),
            new Class<?>[] {ObjectStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("put") && arguments[0].toString().contains("/packs/")) {
                attempts.add(Instant.now());
                if (attempts.size() <= times) {
                  throw new StoreException(
                      "packs", "cannot write", new IOException("No space left on device"));
                }
              }
              return method.invoke(store, arguments);
            });
  }

  @Test
  void aJobOnAFullDiskRestsBetweenItsAttempts() {
    List<Instant> attempts = new CopyOnWriteArrayList<>();
    Job job = submitted();
    try (JobRunner runner = runner(1 << 30, full(2, attempts))) {
      runner.start();
      await().atMost(PATIENCE).until(() -> status(job.id()).equals("COMPLETED"));
    }

    assertThat(Duration.between(attempts.get(0), attempts.get(1)))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(Duration.between(attempts.get(1), attempts.get(2)))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(5));
    assertThat(jobs.get(owner, job.id()).await().errors())
        .extracting(error -> error.path("detail").asText())
        .containsOnly("the work failed: there is no space left on the disk");
  }

  @Test
  @Tag("GLEBE_JOB_OUTPUT_BYTES")
  void aJobThatMakesTooManyBytesFailsWithTheReason() {
    Job job = submitted();
    try (JobRunner runner = runner(10)) {
      runner.start();
      await().atMost(PATIENCE).until(() -> status(job.id()).equals("FAILED"));
    }

    Job failed = jobs.get(owner, job.id()).await();
    assertThat(failed.state()).isEqualTo(JobState.FAILED);
    assertThat(failed.errors().get(0).path("detail").asText()).contains("more than the 10 bytes");
    assertThat(failed.errors()).as("no other attempt").hasSize(1);
  }
}
