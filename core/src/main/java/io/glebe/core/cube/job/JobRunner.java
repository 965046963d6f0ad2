package io.glebe.core.cube.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.Cubes;
import io.glebe.core.database.BackupLock;
import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.WorkLoop;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.store.ObjectStore;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the parts of jobs one at a time on its own thread; each process has one runner. A part is
 * one transaction that locks the part's row until its result is stored and counted.
 */
final class JobRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);

  /** Interval for checking for work without a notification. */
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private final Database database;
  private final Cubes cubes;
  private final JobRecords records;
  private final JobWorks works;
  private final ObjectStore store;
  private final JobLimits limits;
  private final JobMeters meters;
  private final JobSweep sweep;
  private final Path spool;
  private final WorkLoop loop = new WorkLoop("bulk-jobs", INTERVAL, this::step);

  JobRunner(
      Database database,
      Cubes cubes,
      JobRecords records,
      JobWorks works,
      ObjectStore store,
      JobLimits limits,
      JobMeters meters,
      Path spool) {
    this.database = database;
    this.cubes = cubes;
    this.records = records;
    this.works = works;
    this.store = store;
    this.limits = limits;
    this.meters = meters;
    this.sweep = new JobSweep(database, store, limits.retention());
    this.spool = spool;
  }

  void start() {
    loop.start();
  }

  /** Wakes the runner because there may be work. */
  void wake() {
    loop.wake();
  }

  /** Abandons the current part; another process or the next start repeats it. */
  @Override
  public void close() {
    loop.close();
  }

  /** Performs one step; returns false when there is nothing to do. */
  private boolean step() {
    boolean did = promote();
    did |= work();
    did |= finishPart();
    if (!did) {
      sweep.ifDue();
    }
    return did;
  }

  private boolean promote() {
    boolean waiting =
        Awaiting.await(database.query("SELECT 1 FROM bulk_job WHERE state = 'QUEUED' LIMIT 1"))
                .size()
            > 0;
    return waiting
        && Awaiting.await(
                database.inTransaction(
                    Purpose.BACKGROUND, tx -> JobRows.promote(tx, limits.running())))
            > 0;
  }

  private boolean work() {
    List<Part> claimed = new ArrayList<>();
    try {
      return Awaiting.await(
              database.inTransaction(
                  Purpose.BACKGROUND,
                  tx -> {
                    Optional<Part> part = JobRows.claim(tx);
                    claimed.clear(); // the database may have asked to run it again
                    part.ifPresent(claimed::add);
                    if (part.isPresent()) {
                      meters.begin();
                      try {
                        perform(tx, part.get());
                      } finally {
                        meters.end();
                      }
                    }
                    return part.isPresent();
                  }))
          && meters.done();
    } catch (CancellationException stopped) {
      return false;
    } catch (RuntimeException failure) {
      if (claimed.isEmpty()) {
        throw failure;
      }
      fail(claimed.getFirst(), failure);
      return true;
    }
  }

  private void perform(Transaction tx, Part part) throws IOException {
    Job job = JobRows.find(tx, part.job()).orElseThrow();
    JobSpec.requireRunnable(job.spec().body());
    Work work = works.of(job.spec());
    Work.Dependencies dependencies = dependencies(job);
    if (part.kind() == Part.Kind.WORK) {
      Work.Made made = work.part(job, part, dependencies, loop::isClosed);
      String pack = Job.packKey(job.id(), part.number());
      store.put(pack, made.pack());
      try {
        finishPart(tx, job, part, made, "[]");
      } catch (CancellationException cancelled) {
        store.delete(pack);
        throw cancelled;
      }
    } else {
      finishPart(
          tx, job, part, new Work.Made(new byte[0], 0), assembled(tx, job, part, dependencies));
    }
  }

  private void finishPart(Transaction tx, Job job, Part part, Work.Made made, String output) {
    if (!JobRows.hold(tx, job.id())) {
      throw new CancellationException("the job has been cancelled");
    }
    if (job.bytes() + made.pack().length > limits.outputBytes()) {
      throw new PartFailure.JobTooLarge(
          "the job makes more than the %,d bytes allowed".formatted(limits.outputBytes()));
    }
    JobRows.done(tx, part, made, output);
  }

  private Work.Dependencies dependencies(Job job) {
    Cube cube = Awaiting.await(cubes.require(job.collection()));
    if (cube.now().version() < job.snapshot()) {
      cube.dataset().refresh(); // another process has written the data that the job reads
    }
    DatasetSnapshot snapshot =
        cube.dataset()
            .asOf(job.snapshot())
            .orElseThrow(() -> Problem.conflict("the data of the job are no longer stored"));
    return new Work.Dependencies(cube, snapshot);
  }

  /** Builds a sheet's output in a local file, stores it and returns its description. */
  private String assembled(Transaction tx, Job job, Part part, Work.Dependencies dependencies)
      throws IOException {
    Work work = works.of(job.spec());
    Packs packs = new Packs(store, JobRows.sheet(tx, job.id(), part.sheet()));
    Work.Output output = work.output(job, part.sheet(), dependencies);
    Files.createDirectories(spool);
    Path file = Files.createTempFile(spool, "job-", ".part");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
        work.assemble(job, part.sheet(), dependencies, packs, out);
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
          Arena arena = Arena.ofShared()) {
        store.put(
            Job.outputKey(job.id(), output.name()),
            channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
        return described(output, channel.size());
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static String described(Work.Output output, long size) {
    var array = Json.object().putArray("outputs");
    array.addObject().put("name", output.name()).put("type", output.mediaType()).put("size", size);
    return Json.write(array);
  }

  private void fail(Part part, RuntimeException failure) {
    if (loop.isClosed()) {
      return;
    }
    meters.failed();
    PartFailure kind = PartFailure.of(part, failure);
    if (kind.isUnexpected()) {
      LOG.warn("part {} of job {} failed", part.number(), part.job(), failure);
    } else {
      LOG.info("part {} of job {} failed: {}", part.number(), part.job(), kind.detail());
    }
    var error = Json.object().putArray("errors");
    error.addObject().put("part", part.number()).put("detail", kind.detail());
    Awaiting.await(
        database.inTransaction(
            Purpose.BACKGROUND,
            tx -> {
              JobRows.failed(tx, part, Json.write(error), kind);
              return null;
            }));
  }

  /** Updates the record of one job with the job's state. */
  private boolean finishPart() {
    boolean any =
        Awaiting.await(database.query("SELECT 1 FROM bulk_job WHERE recorded <> state LIMIT 1"))
                .size()
            > 0;
    return any
        && Awaiting.await(
            database.inTransaction(
                Purpose.BACKGROUND,
                tx -> {
                  var row = JobRows.unrecorded(tx);
                  row.ifPresent(
                      job -> {
                        JobState state = JobState.valueOf(job.getString("state"));
                        notifyListeners(
                            job.getUUID("id"),
                            JobState.valueOf(job.getString("recorded")),
                            state,
                            Json.parse(job.getString("errors")));
                        if (state.ended() && BackupLock.keepAway(tx)) {
                          store.deletePrefix(Job.folder(job.getUUID("id")) + "/packs");
                        }
                        JobRows.recorded(tx, job.getUUID("id"), state.name());
                      });
                  return row.isPresent();
                }));
  }

  private void notifyListeners(UUID id, JobState previous, JobState state, JsonNode errors) {
    String message =
        state == JobState.FAILED && !errors.isEmpty()
            ? errors.get(errors.size() - 1).path("detail").asText()
            : "";
    try {
      Awaiting.await(records.recordState(Caller.system(), id, previous, state, message));
    } catch (Problem refusal) {
      LOG.warn("the record of job {} does not accept {}: {}", id, state, refusal.getMessage());
    }
  }
}
