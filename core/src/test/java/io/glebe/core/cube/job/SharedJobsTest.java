package io.glebe.core.cube.job;

import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.config.JobSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers share the places of waiting and of running jobs. No process works on the jobs. */
class SharedJobsTest {
  private static final CubeStation STATION =
      new CubeStation(
          Settings.defaults()
              .with(JobSettings.JOBS_RUNNING, "1")
              .with(JobSettings.JOBS_WAITING, "4")
              .with(JobSettings.JOBS_WAITING_PER_CALLER, "2"));
  private static final String CUBE = cube();

  private final JobService jobs = STATION.cubes.jobs().service();
  private final Caller owner = STATION.owner();
  private final Caller worker = person();
  private final Caller adviser = person();

  @AfterAll
  static void close() {
    STATION.close();
  }

  @AfterEach
  void removeAll() {
    STATION.platform.sql("delete from bulk_job");
    STATION.platform.sql("delete from bulk_job_caller");
  }

  private static String cube() {
    STATION.cubes.jobs().close();
    String id = STATION.cube(CubeStation.layer("NDVI", "int16").put("scale", 0.0001));
    STATION.columns(id, "NDVI", MAY, 0);
    return id;
  }

  /** Another person of the same farm. */
  private static Caller person() {
    return STATION.farm.person(UUID.randomUUID(), "console", Set.of(STATION.farm.farm));
  }

  private static JobSpec tiles() {
    ObjectNode body = Json.object().put("type", "tiles").put("collection", CUBE);
    body.putArray("layers").add("NDVI");
    body.putArray("zooms").add(14);
    return JobSpec.requested(body);
  }

  private UUID submitted(Caller caller) {
    return jobs.submit(caller, tiles()).await().id();
  }

  private Problem refused(Caller caller) {
    return problem(jobs.submit(caller, tiles()));
  }

  private static void promote(int most) {
    STATION.platform.resources().database().inTransaction(tx -> JobRows.promote(tx, most)).await();
  }

  private boolean isRunning(UUID job) {
    return jobs.get(owner, job).await().state() == JobState.RUNNING;
  }

  private static void endRunning() {
    STATION.platform.sql("update bulk_job set state = 'COMPLETED' where state = 'RUNNING'");
  }

  @Test
  @Tag("GLEBE_JOBS_WAITING")
  @Tag("GLEBE_JOBS_WAITING_PER_CALLER")
  void theJobsOfOneCallerLeavePlacesToOthers() {
    submitted(owner);
    submitted(owner);
    submitted(owner);

    Problem tooManyOfOwner = refused(owner);
    assertThat(tooManyOfOwner.status()).isEqualTo(429);
    assertThat(tooManyOfOwner.headers()).containsEntry("Retry-After", "30");

    submitted(worker);
    submitted(worker);
    Problem tooManyOfAll = refused(adviser);
    assertThat(tooManyOfAll.status()).isEqualTo(503);
    assertThat(tooManyOfAll.headers()).containsEntry("Retry-After", "30");
  }

  @Test
  void callersGetAFreePlaceInTurn() {
    UUID first = submitted(owner);
    UUID second = submitted(owner);
    UUID third = submitted(owner);
    UUID ofWorker = submitted(worker);

    promote(1);
    assertThat(isRunning(first)).isTrue();
    endRunning();
    promote(1);
    assertThat(isRunning(ofWorker)).as("the owner's last job began later").isTrue();
    endRunning();
    promote(1);
    assertThat(isRunning(second)).isTrue();
    assertThat(isRunning(third)).isFalse();
  }

  @Test
  void severalFreePlacesGoToSeveralCallers() {
    UUID first = submitted(owner);
    UUID second = submitted(owner);
    UUID ofWorker = submitted(worker);

    promote(2);

    assertThat(isRunning(first)).isTrue();
    assertThat(isRunning(second)).isFalse();
    assertThat(isRunning(ofWorker)).isTrue();
  }

  @Test
  void aCallerWithARunningJobWaitsForOneWithout() {
    submitted(owner);
    promote(1);
    UUID second = submitted(owner);
    UUID ofWorker = submitted(worker);

    promote(2);

    assertThat(isRunning(ofWorker)).isTrue();
    assertThat(isRunning(second)).isFalse();
  }

  @Test
  void aDeletedJobDoesNotBringItsCallerForward() {
    UUID first = submitted(owner);
    UUID second = submitted(owner);
    promote(1);
    endRunning();
    jobs.dismiss(owner, first).await();
    UUID ofWorker = submitted(worker);

    promote(1);

    assertThat(isRunning(ofWorker)).isTrue();
    assertThat(isRunning(second)).isFalse();
  }
}
