package io.glebe.core.sensor.observation;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.SubjectId;
import io.glebe.core.admission.SharedQueue;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.trace.Span;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores all single observations: {@code writer.write(caller, 42, observation).onSuccess(stored ->
 * acknowledge())}. A future completes after the commit, never before. Waiting observations are
 * committed together in groups that take one of each caller after the other: while {@value
 * #MAX_BATCHES} commits are running, the next ones collect, so the load determines the size of the
 * groups and no timer is needed.
 *
 * <p>Fails with 404 for an unknown datastream, 422 for an unknown or missing feature and for a
 * result that the observation type does not allow, 403 when the caller may not write, 503 when
 * {@value #MAX_WAITING} observations are already waiting. A protocol server that can pause its
 * clients checks {@link #hasCapacity()} and continues when {@link #capacity()} completes.
 * Thread-safe.
 */
public final class ObservationWriter implements AutoCloseable {
  /** Maximum number of observations in memory that wait for a commit. */
  public static final int MAX_WAITING = 20_000;

  /**
   * From this number on {@link #hasCapacity()} returns false; messages already in progress still
   * fit.
   */
  public static final int HIGH_WATER = 15_000;

  private static final int LOW_WATER = 5_000;
  private static final int MAX_BATCH = 2_000;

  /** Others wait for the disk while a large group is written. */
  private static final int MAX_BATCH_BYTES = 2 << 20;

  private static final int MAX_BATCHES = 2;
  private static final int CLOSING_SECONDS = 10;
  private static final Logger LOG = LoggerFactory.getLogger(ObservationWriter.class);

  /**
   * One waiting observation.
   *
   * @param requested whether a caller of the platform created it; otherwise it is a message of an
   *     outside broker, which has already published it
   * @param span of its trace
   */
  public record Entry(
      DatastreamInfo datastream,
      Observation observation,
      boolean requested,
      Optional<Span> span,
      Promise<StoredResult> promise) {
    /** An observation that is stored by itself. */
    Entry(DatastreamInfo datastream, Observation observation) {
      this(datastream, observation, true, Optional.empty(), Promise.promise());
    }
  }

  private final DatastreamCache datastreams;
  private final FeatureOfInterestCheck features;
  private final ObservationBatches batches;
  private final ObservationCounters counters;
  private final LiveObservations live;
  private final ObservationRelay relay;
  private final SharedQueue<SubjectId, Entry> waiting =
      new SharedQueue<>(MAX_BATCH, MAX_BATCH_BYTES);
  private final List<Promise<Void>> waitingForCapacity = new ArrayList<>();

  /** Groups are committed side by side; subscribers get them one after the other. */
  private final InOrder<List<Entry>> announcements = new InOrder<>(group -> publish(group));

  private int underWay;
  private int committing;
  private boolean closed;
  private CompletableFuture<Void> empty = new CompletableFuture<>();

  public ObservationWriter(
      DatastreamCache datastreams,
      FeatureOfInterestCheck features,
      ObservationBatches batches,
      ObservationCounters counters,
      LiveObservations live,
      ObservationRelay relay) {
    this.datastreams = datastreams;
    this.features = features;
    this.batches = batches;
    this.counters = counters;
    this.live = live;
    this.relay = relay;
  }

  /** Stores one observation with the caller's current permissions; completes after its commit. */
  public Future<StoredResult> write(Caller caller, long datastream, Observation observation) {
    counters.received();
    return Span.during(
            Span.Kind.INTERNAL,
            "store observation",
            () -> {
              Optional<Span> span = Span.current();
              return datastreams
                  .find(datastream)
                  .compose(
                      target ->
                          caller.now().compose(now -> admitted(now, target, observation, span)));
            })
        .onFailure(
            failure -> {
              if (failure instanceof Problem) {
                counters.refused();
              } else {
                counters.failed();
              }
            });
  }

  private Future<StoredResult> admitted(
      Caller caller, DatastreamInfo datastream, Observation observation, Optional<Span> span) {
    SensorAccess.require(
        caller, SensorAccess.CREATE_OBSERVATIONS, datastream.farm(), datastream.owner());
    datastream.requireResult(observation.result());
    if (observation.feature().isPresent()) {
      return features
          .require(caller, observation.feature().getAsLong())
          .compose(seen -> enqueue(caller, datastream, observation, span));
    }
    return datastream.isPlaced()
        ? enqueue(caller, datastream, observation.about(datastream.feature()), span)
        : datastreams
            .feature(datastream)
            .compose(feature -> enqueue(caller, datastream, observation.about(feature), span));
  }

  private Future<StoredResult> enqueue(
      Caller caller, DatastreamInfo datastream, Observation observation, Optional<Span> span) {
    Promise<StoredResult> promise = Promise.promise();
    synchronized (this) {
      if (closed || waiting.size() + underWay >= MAX_WAITING) {
        return Future.failedFuture(
            Problem.tooBusy("too many observations wait to be stored", RetrySeconds.SHORT));
      }
      waiting.add(
          caller.subjectId(),
          new Entry(datastream, observation, caller.kind() != CallerKind.SYSTEM, span, promise),
          ObservationSize.of(observation));
    }
    startBatches();
    return promise.future();
  }

  /** Returns whether a protocol server should continue reading from its clients. */
  public synchronized boolean hasCapacity() {
    return waiting.size() + underWay < HIGH_WATER;
  }

  /** Completes when another observation can be queued. */
  public synchronized Future<Void> capacity() {
    if (hasCapacity()) {
      return Future.succeededFuture();
    }
    Promise<Void> promise = Promise.promise();
    waitingForCapacity.add(promise);
    return promise.future();
  }

  /** Returns the counters of all observations of this process. */
  public ObservationCounters counters() {
    return counters;
  }

  /** Returns the facts of a datastream, for deciding who may listen. */
  public Future<DatastreamInfo> datastream(long id) {
    return datastreams.find(id);
  }

  /** Returns the listeners for observations stored by this or other processes. */
  public LiveObservations live() {
    return live;
  }

  private void startBatches() {
    List<Entry> batch = next();
    while (!batch.isEmpty()) {
      List<Entry> taken = batch;
      Span.shared(
              "store group", taken.stream().map(Entry::span).toList(), () -> batches.store(taken))
          .onComplete(done -> finish(taken, done.cause()));
      batch = next();
    }
  }

  private synchronized List<Entry> next() {
    List<Entry> batch = committing < MAX_BATCHES ? waiting.next() : List.of();
    if (!batch.isEmpty()) {
      announcements.begin(batch);
      committing++;
      underWay += batch.size();
    }
    return batch;
  }

  private void finish(List<Entry> batch, Throwable failure) {
    if (failure != null) {
      LOG.error("a group of {} observations could not be stored", batch.size(), failure);
      batch.forEach(entry -> entry.promise().tryFail(failure));
    }
    List<Promise<Void>> relieved = List.of();
    synchronized (this) {
      committing--;
      underWay -= batch.size();
      if (waiting.size() + underWay <= LOW_WATER && !waitingForCapacity.isEmpty()) {
        relieved = List.copyOf(waitingForCapacity);
        waitingForCapacity.clear();
      }
      if (waiting.isEmpty() && underWay == 0) {
        empty.complete(null);
      }
    }
    relieved.forEach(Promise::complete);
    announcements.end(batch);
    startBatches();
  }

  /** Counts and publishes observations that another transaction has stored. */
  public void announce(List<Entry> stored) {
    stored.forEach(entry -> counters.received());
    publish(stored);
  }

  private void publish(List<Entry> batch) {
    List<StoredObservation> fresh = new ArrayList<>();
    List<StoredObservation> requested = new ArrayList<>();
    for (Entry entry : batch) {
      Future<StoredResult> stored = entry.promise().future();
      if (stored.succeeded()) {
        counters.stored(stored.result().isNew());
        if (stored.result().isNew()) {
          StoredObservation one =
              new StoredObservation(stored.result().id(), entry.datastream(), entry.observation());
          fresh.add(one);
          if (entry.requested()) {
            requested.add(one);
          }
        }
      }
    }
    if (!fresh.isEmpty()) {
      live.publish(fresh);
      live.publishRequested(requested);
      relay.stored(fresh);
    }
  }

  /**
   * Rejects new observations and waits for a limited time until the accepted ones are stored.
   * Blocks.
   */
  @Override
  public void close() {
    CompletableFuture<Void> drained = new CompletableFuture<>();
    synchronized (this) {
      closed = true;
      if (waiting.isEmpty() && underWay == 0) {
        return;
      }
      empty = drained;
    }
    try {
      drained.get(CLOSING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("observations were still waiting when the writer had to close");
    }
  }
}
