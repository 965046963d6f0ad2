package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OutdatedCaller;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.observation.DatastreamCache;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.observation.StoredResult;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Writes entities, each request in one transaction. Single observations go to the writer, which
 * commits many of them together.
 */
public final class SensorEntities {
  private final Database database;
  private final SensorQueries queries;
  private final ObservationWriter writer;
  private final DatastreamCache datastreams;
  private final InstantSource clock;
  private final Limits limits;

  /**
   * Limits of writes.
   *
   * @param positions maximum number of positions of a geometry
   * @param removals maximum number of entities that one request deletes by a filter
   * @param operations maximum number of operations of a JSON Patch
   * @param observationWait longest time until the failure of a request that creates an observation
   */
  public record Limits(int positions, int removals, int operations, Duration observationWait) {}

  public SensorEntities(
      Database database,
      SensorQueries queries,
      ObservationWriter writer,
      DatastreamCache datastreams,
      InstantSource clock,
      Limits limits) {
    this.database = database;
    this.queries = queries;
    this.writer = writer;
    this.datastreams = datastreams;
    this.clock = clock;
    this.limits = limits;
  }

  /** An entity that a request created. */
  public record Created(SensorEntityType type, long id) {}

  /** Creates an entity in the collection at the path. */
  public Future<Created> create(Caller caller, ResourcePath path, ObjectNode body) {
    SensorAccess.requireKnown(caller);
    SensorWrites.requireCollection(path);
    if (!path.type().isObservation()
        || inline(body, "Datastream")
        || inline(body, "FeatureOfInterest")) {
      return inTransaction(caller, writes -> writes.create(path, body));
    }
    Future<Long> stored =
        path.steps().size() == 1
            ? observation(caller, body).recover(SensorEntities::named)
            : queries
                .locate(caller, SensorWrites.above(path))
                .map(parent -> SensorWrites.within(path, parent, body))
                .compose(whole -> observation(caller, whole));
    return stored.map(id -> new Created(path.type(), id));
  }

  private static boolean inline(ObjectNode body, String name) {
    return body.path(name).isObject() && !body.path(name).has("@iot.id");
  }

  /** Stores an observation of existing entities. */
  private Future<Long> observation(Caller caller, ObjectNode body) {
    Observation given = ObservationBody.parse(body, clock.instant());
    long datastream = EntityReference.id(SensorWrites.datastream(body), "/Datastream");
    return writer
        .write(caller, datastream, given)
        .timeout(limits.observationWait().toMillis(), TimeUnit.MILLISECONDS)
        .recover(failure -> Future.failedFuture(waited(failure)))
        .map(StoredResult::id);
  }

  private static Throwable waited(Throwable failure) {
    return failure instanceof TimeoutException
        ? Problem.tooBusy(
            "the observation is not stored yet; sent again, it is stored once", RetrySeconds.SHORT)
        : failure;
  }

  /** A datastream that a body names is a part of the body, not the address of the request. */
  private static Future<Long> named(Throwable failure) {
    return Future.failedFuture(
        failure instanceof Problem problem && problem.type() == ProblemType.NOT_FOUND
            ? Problem.invalid(Violation.at("reference", "/Datastream", problem.detail()))
            : failure);
  }

  /** Fails with 403 for whoever may not change the entity at the path with any content. */
  public Future<Void> requireUpdate(Caller caller, ResourcePath path) {
    return inTransaction(
        caller,
        writes -> {
          writes.requireUpdate(path);
          return null;
        });
  }

  /** Updates the entity at the path: the properties in the body, or all when {@code whole}. */
  public Future<Long> update(Caller caller, ResourcePath path, ObjectNode body, boolean whole) {
    return inTransaction(caller, writes -> writes.update(path, body, whole));
  }

  /** Applies a JSON Patch (RFC 6902) to the properties of the entity at the path. */
  public Future<Long> patch(Caller caller, ResourcePath path, JsonNode operations) {
    return inTransaction(caller, writes -> writes.patch(path, operations));
  }

  /** Deletes the entities of a collection that pass the filter; returns their number. */
  public Future<Integer> delete(SensorQueries.Query query) {
    SensorAccess.requireScope(
        query.caller(), new Permission(query.path().type().permission(), Action.DELETE));
    SensorWrites.requireCollection(query.path());
    return queries
        .passing(query)
        .compose(
            passed ->
                inTransaction(
                    query.caller(),
                    writes -> writes.delete(query.path(), query.options(), passed)));
  }

  /** Deletes the entity at the path and all entities that depend on it. */
  public Future<Void> delete(Caller caller, ResourcePath path) {
    return inTransaction(
        caller,
        writes -> {
          writes.delete(path);
          return null;
        });
  }

  /**
   * Runs several writes in one transaction: all succeed, or none when the script throws. The script
   * may run again after a serialization failure or when the caller's permissions changed, so it
   * must not keep state of an earlier run.
   */
  public <T> Future<T> inTransaction(Caller caller, Function<SensorWrites, T> script) {
    SensorAccess.requireKnown(caller);
    return OutdatedCaller.repeating(() -> caller.now().compose(now -> once(now, script)));
  }

  private <T> Future<T> once(Caller caller, Function<SensorWrites, T> script) {
    SensorAccess.requireKnown(caller);
    return database
        .inTransaction(
            tx -> {
              caller.requireCurrent();
              SensorWrites writes = new SensorWrites(tx, caller, clock.instant(), limits);
              T result = script.apply(writes);
              caller.requireCurrent();
              if (writes.datastreamChanged()) {
                Notifications.publish(tx, DatastreamCache.TOPIC, UUID.randomUUID().toString());
              }
              return new Executed<>(writes, result);
            })
        .map(this::result);
  }

  private record Executed<T>(SensorWrites writes, T result) {}

  private <T> T result(Executed<T> written) {
    if (written.writes().datastreamChanged()) {
      datastreams.forget();
    }
    writer.announce(written.writes().observed());
    return written.result();
  }

  /**
   * Creates a thing, sensor, observed property and datastream in one call, see {@link
   * CompositeBody}.
   */
  public Future<CompositeBody.Made> composite(Caller caller, ObjectNode body) {
    return inTransaction(caller, writes -> writes.composite(body));
  }

  /** Creates the entities of a device by the template of its type, see {@link DeviceBody}. */
  public Future<DeviceBody.Device> device(Caller caller, ObjectNode body) {
    DeviceBody device = new DeviceBody(body, limits.positions());
    return inTransaction(caller, device::create);
  }
}
