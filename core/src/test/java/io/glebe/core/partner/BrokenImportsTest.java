package io.glebe.core.partner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.config.Settings;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteStep;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class BrokenImportsTest {
  private static final TestDatabase DB = TestDatabase.create();
  private static final RecordService RECORDS =
      RecordService.open(
              DB.database(),
              RuleSettings.lenient(),
              ReadLimits.of(Settings.defaults()),
              ChangeListener.NONE)
          .await();

  private final String provider = "partner-" + UUID.randomUUID();
  private final PartnerImport imports = new PartnerImport(RECORDS, provider);
  private final ImportLeases leases = new ImportLeases(DB.database(), DB.vertx(), provider);

  @AfterAll
  static void close() {
    DB.close();
  }

  private BrokenImports broken() {
    imports.register();
    return new BrokenImports(RECORDS, imports.service());
  }

  private UUID job(UUID id, String status) {
    ObjectNode job =
        Json.object()
            .put("id", id.toString())
            .put("originType", "SYSTEM")
            .put("serviceId", imports.service().toString())
            .put("status", status);
    RECORDS.put(WriteRequest.of(Caller.system(), PartnerImport.JOB, id, job)).await();
    return id;
  }

  private static ObjectNode reported(UUID job) {
    return RECORDS.get(Caller.system(), PartnerImport.JOB, job).await().attributes();
  }

  private static void runOut(UUID job) {
    DB.database()
        .query(
            "update partner.import_lease set until = now() - interval '1 second' where job_id = $1",
            job)
        .await();
  }

  @Test
  void aRunningJobWithoutALeaseFailsOnceWithAReason() {
    BrokenImports broken = broken();
    UUID lost = job(UUID.randomUUID(), "RUNNING");
    UUID queued = job(UUID.randomUUID(), "QUEUED");
    UUID stopped;
    UUID alive;
    try (ImportLeases.Lease live = leases.begin(UUID.randomUUID());
        ImportLeases.Lease gone = leases.begin(UUID.randomUUID())) {
      alive = job(live.job(), "RUNNING");
      stopped = job(gone.job(), "RUNNING");
      runOut(stopped);
      assertThat(broken.end()).isEqualTo(2);
      assertThat(broken.end()).isZero();
    }
    for (UUID job : List.of(lost, stopped)) {
      assertThat(reported(job).path("status").asText()).isEqualTo("FAILED");
      assertThat(reported(job).path("message").asText()).contains("run it again");
      assertThat(reported(job).has("finishedAt")).isTrue();
    }
    assertThat(reported(alive).path("status").asText()).isEqualTo("RUNNING");
    assertThat(reported(queued).path("status").asText()).isEqualTo("QUEUED");
    assertThat(broken.end()).as("the lease has been given back").isEqualTo(1);
  }

  @Test
  void anImportThatWasEndedAsBrokenWritesNothing() {
    BrokenImports broken = broken();
    UUID job = job(UUID.randomUUID(), "RUNNING");
    broken.end();
    UUID organization = UUID.randomUUID();
    ObjectNode body =
        Json.object()
            .put("id", organization.toString())
            .put("originType", "SYSTEM")
            .put("name", "Late");
    WriteRequest late =
        WriteRequest.of(Caller.system(), ImportComparison.ORGANIZATION, organization, body)
            .withJob(Optional.of(job));
    WriteRequest end =
        WriteRequest.of(
                Caller.system(), PartnerImport.JOB, job, Json.object().put("status", "COMPLETED"))
            .withJob(Optional.of(job));
    assertThatThrownBy(
            () ->
                RECORDS
                    .writeAll(
                        List.of(
                            new WriteStep(late, false, "late"), new WriteStep(end, true, "end")),
                        false)
                    .await())
        .isInstanceOf(Problem.class);
    assertThatThrownBy(
            () ->
                RECORDS
                    .get(Caller.system(), Catalogue.standard().get("Organization"), organization)
                    .await())
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(404));
    assertThat(reported(job).path("status").asText()).isEqualTo("FAILED");
  }

  @Test
  void aPersonHasOneImportAtATimeUntilItsLeaseExpires() {
    UUID person = UUID.randomUUID();
    ImportLeases.Lease first = leases.begin(person);
    assertThatThrownBy(() -> leases.begin(person))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(409));
    runOut(first.job());
    ImportLeases.Lease second = leases.begin(person);
    first.close(); // too late: it changes nothing of the second import
    assertThatThrownBy(() -> leases.begin(person)).isInstanceOf(Problem.class);
    second.close();
    leases.begin(person).close();
    try (ImportLeases.Lease left = leases.begin(person)) {
      leases.forgetAll();
      try (ImportLeases.Lease next = leases.begin(person)) {
        assertThat(next.job()).isNotEqualTo(left.job());
      }
    }
  }
}
