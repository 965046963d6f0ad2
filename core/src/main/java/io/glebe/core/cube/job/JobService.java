package io.glebe.core.cube.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.series.RecordAreas;
import io.glebe.core.cube.snapshot.Cubes;
import io.glebe.core.database.BackupLock;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.NameUuids;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.thread.OffLoop;
import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.ObjectStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Accepts, lists, cancels and deletes jobs, and serves their outputs. */
public final class JobService {
  /** Notification channel for new and cancelled jobs. */
  public static final String CHANNEL = "bulk_job";

  /** Greater than every time-ordered id. */
  private static final UUID NEWEST = UUID.fromString("ffffffff-ffff-ffff-ffff-ffffffffffff");

  private static final UUID CALLERS = UUID.fromString("5d0f6f0e-0c43-5b0e-9a55-6a9f5e0b7c21");

  private static final Permission CANCEL = new Permission("processingJob", Action.UPDATE);
  private static final int MAX_PAGES = 20;

  /** Most bytes of heap that {@link #copy} uses. */
  public static final int PIECE = 1 << 20;

  private final Database database;
  private final CollectionService collections;
  private final Cubes cubes;
  private final RecordAreas places;
  private final JobRecords records;
  private final JobWorks works;
  private final ObjectStore store;
  private final JobLimits limits;

  JobService(
      Database database,
      CollectionService collections,
      Cubes cubes,
      RecordAreas recordAreas,
      JobRecords records,
      JobWorks works,
      ObjectStore store,
      JobLimits limits) {
    this.database = database;
    this.collections = collections;
    this.cubes = cubes;
    this.places = recordAreas;
    this.records = records;
    this.works = works;
    this.store = store;
    this.limits = limits;
  }

  public JobLimits limits() {
    return limits;
  }

  /**
   * Accepts a job: 403 without the permission to read the data and to create a ProcessingJob on the
   * farm; 404, 413 or 422 for a job that cannot run; 429 when too many jobs of the caller wait, 503
   * when too many of all callers do.
   */
  public Future<Job> submit(Caller caller, JobSpec spec) {
    UUID id = Uuids.timeOrdered();
    return collections
        .require(caller, spec.collection(), Action.READ)
        .compose(collection -> reachable(caller, spec).map(collection))
        .compose(
            collection ->
                cubes
                    .require(spec.collection())
                    .compose(
                        cube ->
                            OffLoop.run(
                                () -> planned(spec, new Work.Dependencies(cube, cube.now()))))
                    .compose(planned -> taken(caller, id, collection, spec, planned)));
  }

  /** Checks the caller's own access to a field; the platform itself performs the work. */
  private Future<Void> reachable(Caller caller, JobSpec spec) {
    return spec instanceof SeriesSpec of
        ? places.find(caller, of.query().place()).mapEmpty()
        : Future.succeededFuture();
  }

  private record Planned(Work.Plan plan, long snapshot) {}

  private Planned planned(JobSpec spec, Work.Dependencies dependencies) {
    return new Planned(works.of(spec).plan(spec, dependencies), dependencies.snapshot().version());
  }

  private Future<Job> taken(
      Caller caller, UUID id, CubeCollection collection, JobSpec spec, Planned planned) {
    return records
        .create(caller, id, collection.owner(), spec)
        .compose(done -> inserted(caller, id, spec, planned))
        .recover(
            failure ->
                records
                    .recordState(
                        Caller.system(), id, JobState.QUEUED, JobState.CANCELLED, "was not taken")
                    .otherwiseEmpty()
                    .compose(ignored -> Future.failedFuture(failure)));
  }

  private Future<Job> inserted(Caller caller, UUID id, JobSpec spec, Planned planned) {
    UUID key = key(caller);
    return database.inTransaction(
        tx -> {
          requirePlace(JobRows.open(tx, key, limits.running()));
          JobRows.insert(tx, id, key, spec, planned.snapshot(), planned.plan());
          Notifications.publish(tx, CHANNEL, id.toString());
          return JobRows.find(tx, id).orElseThrow();
        });
  }

  /** The key of the caller in the rows of jobs. */
  static UUID key(Caller caller) {
    return NameUuids.v5(CALLERS, caller.subjectId().issuer() + '\n' + caller.subjectId().subject());
  }

  private void requirePlace(JobRows.Open open) {
    if (open.waitingOfCaller() >= limits.waitingPerCaller()) {
      throw Problem.of(
              ProblemType.TOO_MANY_REQUESTS,
              "%,d jobs of this caller wait already, as many as may wait of one"
                  .formatted(limits.waitingPerCaller()))
          .retryAfter(RetrySeconds.JOB);
    }
    if (open.waiting() >= limits.waiting()) {
      throw Problem.tooBusy("too many jobs wait already", RetrySeconds.JOB);
    }
  }

  /** Returns a job over a collection that the caller may read; otherwise 404 or 403. */
  public Future<Job> get(Caller caller, UUID id) {
    return find(id)
        .compose(
            job ->
                collections.require(caller, job.collection(), Action.READ).map(collection -> job));
  }

  private Future<Job> find(UUID id) {
    return database
        .query(JobRows.FIND, id)
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw Problem.notFound("there is no job " + id);
              }
              return Job.of(rows.iterator().next());
            });
  }

  /**
   * Returns jobs of collections that the caller may read, the newest first.
   *
   * @param collection only jobs of this collection
   * @param before only jobs older than this one
   */
  public Future<List<Job>> list(
      Caller caller, Optional<String> collection, Optional<UUID> before, int limit) {
    return more(caller, collection, before.orElse(NEWEST), limit, new ArrayList<>(), MAX_PAGES);
  }

  private Future<List<Job>> more(
      Caller caller,
      Optional<String> collection,
      UUID before,
      int limit,
      List<Job> jobs,
      int pages) {
    Tuple parameters = Tuple.tuple();
    parameters.addUUID(before).addString(collection.orElse(null)).addInteger(limit);
    return database
        .query(JobRows.PAGE, parameters)
        .compose(
            rows -> {
              List<Job> page = new ArrayList<>();
              rows.forEach(row -> page.add(Job.of(row)));
              return readable(caller, page)
                  .compose(
                      readableJobs -> {
                        jobs.addAll(
                            readableJobs.subList(
                                0, Math.min(readableJobs.size(), limit - jobs.size())));
                        boolean end = page.size() < limit || jobs.size() == limit || pages == 1;
                        return end
                            ? Future.succeededFuture(jobs)
                            : more(caller, collection, page.getLast().id(), limit, jobs, pages - 1);
                      });
            });
  }

  private Future<List<Job>> readable(Caller caller, List<Job> jobs) {
    List<Future<Optional<Job>>> checks =
        jobs.stream()
            .map(
                job ->
                    collections
                        .require(caller, job.collection(), Action.READ)
                        .map(may -> Optional.of(job))
                        .recover(
                            refusal ->
                                refusal instanceof Problem
                                    ? Future.succeededFuture(Optional.empty())
                                    : Future.failedFuture(refusal)))
            .toList();
    return Future.all(checks)
        .map(all -> checks.stream().flatMap(check -> check.result().stream()).toList());
  }

  /**
   * Cancels an active job (with the permission to update its ProcessingJob), or deletes an ended
   * one with its outputs (with the permission to update the collection's data).
   *
   * @return the cancelled job; empty when it was deleted
   */
  public Future<Optional<Job>> dismiss(Caller caller, UUID id) {
    return get(caller, id)
        .compose(
            job ->
                job.state().ended()
                    ? remove(caller, job).map(Optional.<Job>empty())
                    : cancel(caller, job).map(Optional::of));
  }

  private Future<Job> cancel(Caller caller, Job job) {
    return collections
        .require(caller, job.collection(), Action.READ)
        .compose(
            collection -> {
              if (!new AccessFilter(caller, CANCEL).may(collection.owner())) {
                throw Problem.forbidden("no right to update processing jobs there");
              }
              return database.inTransaction(tx -> cancelled(tx, job.id()));
            })
        .compose(
            isCancelled -> isCancelled ? recordCreation(caller, job) : Future.succeededFuture())
        .compose(done -> find(job.id()));
  }

  private static boolean cancelled(Transaction tx, UUID id) {
    boolean isCancelled = JobRows.cancel(tx, id);
    Notifications.publish(tx, CHANNEL, id.toString());
    return isCancelled;
  }

  /** If the record does not accept the state, the workers set it again later. */
  private Future<Void> recordCreation(Caller caller, Job job) {
    return records
        .recordState(caller, job.id(), job.state(), JobState.CANCELLED, "cancelled")
        .compose(done -> database.query(JobRows.RECORDED, job.id(), JobState.CANCELLED.name()))
        .<Void>mapEmpty()
        .otherwiseEmpty()
        .compose(done -> removed(job.id()));
  }

  private Future<Void> remove(Caller caller, Job job) {
    return collections
        .require(caller, job.collection(), Action.UPDATE)
        .compose(
            may ->
                database.inTransaction(
                    tx -> {
                      JobRows.remove(tx, job.id());
                      return null;
                    }))
        .compose(done -> removed(job.id()));
  }

  /** While a backup runs, the sweep does it later. */
  private Future<Void> removed(UUID id) {
    return BackupLock.mayDelete(database)
        .compose(
            free ->
                OffLoop.run(
                    () -> {
                      if (free) {
                        store.deletePrefix(Job.folder(id));
                      }
                      return null;
                    }));
  }

  /**
   * An output of a job.
   *
   * @param size bytes
   */
  public record JobOutput(UUID job, String name, String mediaType, long size) {}

  /** Returns an output by name; 404 when the job does not have it. */
  public Future<JobOutput> output(Caller caller, UUID id, String name) {
    return get(caller, id)
        .map(
            job -> {
              for (JsonNode each : job.outputs()) {
                if (each.path("name").asText().equals(name)) {
                  return new JobOutput(
                      id, name, each.path("type").asText(), each.path("size").asLong());
                }
              }
              throw Problem.notFound("the job has no output '" + name + "'");
            });
  }

  /** Copies part of an output with bounded memory. Blocks. */
  public void copy(JobOutput output, long from, long length, OutputStream out) throws IOException {
    String key = Job.outputKey(output.job(), output.name());
    for (long at = from; at < from + length; at += PIECE) {
      long n = Math.min(PIECE, from + length - at);
      try (Blob piece =
          store
              .get(key, List.of(ByteRange.of(at, n)))
              .orElseThrow(() -> new IOException("the output has been removed"))) {
        out.write(piece.part(0).toArray(ValueLayout.JAVA_BYTE));
      }
    }
  }
}
