package io.glebe.core.sensor.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.entity.SensorEntities;
import io.glebe.core.sensor.entity.SensorWrites;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.observation.StoredResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Stores messages whose topics the mapping of their account explains: {@code messages.store(caller,
 * "site/pump/flow", payload, arrival)}. All values of a message are checked before the first is
 * stored. Names that are new are found or created in one transaction for the message; those of one
 * account wait for each other. Thread-safe.
 */
public final class MappedMessages implements AutoCloseable {
  private static final int NOT_FOUND = 404;

  private final AccountMappings mappings;
  private final SensorEntities entities;
  private final ObservationWriter writer;
  private final MappingLimits limits;

  /** The last transaction of each account that finds new names. */
  private final Map<String, Future<Void>> binding = new ConcurrentHashMap<>();

  public MappedMessages(
      Database database,
      Notifications notifications,
      SensorEntities entities,
      ObservationWriter writer,
      MappingLimits limits) {
    this.mappings = new AccountMappings(database, notifications, limits);
    this.entities = entities;
    this.writer = writer;
    this.limits = limits;
  }

  /** Whether callers of this kind have mappings. */
  public static boolean hasMapping(Caller caller) {
    return caller.kind() == CallerKind.DEVICE;
  }

  /**
   * Stores the values of a message; completes after the commit with whether any is new. Empty when
   * the mapping of the account does not have the topic.
   *
   * @param arrival of the message; the same when it is stored again after a failure
   */
  public Future<Optional<Boolean>> store(
      Caller caller, String topic, byte[] payload, Instant arrival) {
    return mappings
        .of(caller.subject())
        .compose(
            loaded -> {
              Optional<MqttMapping.MappedTopic> mapped =
                  loaded.mapping().flatMap(mapping -> mapping.match(topic));
              return mapped.isEmpty()
                  ? Future.succeededFuture(Optional.empty())
                  : store(caller, loaded, mapped.get(), payload, arrival).map(Optional::of);
            });
  }

  private Future<Boolean> store(
      Caller caller,
      AccountMappings.Loaded loaded,
      MqttMapping.MappedTopic topic,
      byte[] payload,
      Instant arrival) {
    List<MappedValue> values;
    try {
      values = topic.read(parsed(payload), arrival, limits.values());
    } catch (Problem refused) {
      return refused(refused);
    }
    return admitted(caller, loaded, values)
        .recover(
            failure -> {
              // a Datastream was deleted: its names lead to another one, or it is made again
              return failure instanceof Problem problem
                      && problem.status() == NOT_FOUND
                      && forget(loaded, values)
                  ? admitted(caller, loaded, values)
                  : Future.failedFuture(failure);
            })
        .compose(ids -> write(caller, values, ids), this::refused);
  }

  private <T> Future<T> refused(Throwable failure) {
    if (failure instanceof Problem) {
      writer.counters().countRefused();
    }
    return Future.failedFuture(failure);
  }

  /** The detail of a fault may show parts of the payload, which is not for the log. */
  private static JsonNode parsed(byte[] payload) {
    try {
      return Json.parse(payload);
    } catch (Problem broken) {
      throw Problem.malformed("the payload is no JSON that can be stored");
    }
  }

  /** The ids of the Datastreams, each of which may have its value. */
  private Future<List<Long>> admitted(
      Caller caller, AccountMappings.Loaded loaded, List<MappedValue> values) {
    return ids(caller, loaded, values)
        .compose(
            ids -> {
              List<Future<Void>> checks = new ArrayList<>();
              for (int i = 0; i < ids.size(); i++) {
                MappedValue value = values.get(i);
                checks.add(
                    writer
                        .datastream(ids.get(i))
                        .map(
                            datastream -> {
                              DatastreamNames.admit(caller, datastream, value);
                              return null;
                            }));
              }
              return Future.all(checks).map(done -> ids);
            });
  }

  private Future<List<Long>> ids(
      Caller caller, AccountMappings.Loaded loaded, List<MappedValue> values) {
    List<Long> ids = new ArrayList<>();
    for (MappedValue value : values) {
      Long id = loaded.ids().get(value.name());
      if (id == null) {
        return bound(caller, loaded, values);
      }
      ids.add(id);
    }
    return Future.succeededFuture(ids);
  }

  private static boolean forget(AccountMappings.Loaded loaded, List<MappedValue> values) {
    boolean known = false;
    for (MappedValue value : values) {
      known |= loaded.ids().remove(value.name()) != null;
    }
    return known;
  }

  /** Finds or creates the Datastreams of all values, or of none. */
  private Future<List<Long>> bound(
      Caller caller, AccountMappings.Loaded loaded, List<MappedValue> values) {
    return inOrder(
            caller.subject(), () -> entities.inTransaction(caller, writes -> bind(writes, values)))
        .onSuccess(
            ids -> {
              for (int i = 0; i < ids.size(); i++) {
                loaded.ids().put(values.get(i).name(), ids.get(i));
              }
            });
  }

  private List<Long> bind(SensorWrites writes, List<MappedValue> values) {
    DatastreamNames names =
        new DatastreamNames(writes.transaction(), writes.caller(), limits.datastreams());
    names.lock();
    List<Long> ids = new ArrayList<>();
    for (MappedValue value : values) {
      ids.add(
          switch (names.find(value)) {
            case DatastreamNames.Existing one -> {
              if (!one.isBound()) {
                names.bind(value.name(), one.datastream().id(), false);
              }
              yield one.datastream().id();
            }
            case DatastreamNames.Missing one -> {
              long made = writes.composite(names.body(value, one.thing())).datastream();
              names.bind(value.name(), made, true);
              yield made;
            }
          });
    }
    return ids;
  }

  /** Runs the work after that of earlier calls for the account. */
  private <T> Future<T> inOrder(String account, Supplier<Future<T>> work) {
    Promise<Void> end = Promise.promise();
    Future<Void> own = end.future();
    Future<Void> before = binding.put(account, own);
    Future<T> run = before == null ? work.get() : before.compose(done -> work.get());
    return run.onComplete(
        done -> {
          binding.remove(account, own);
          end.complete();
        });
  }

  private Future<Boolean> write(Caller caller, List<MappedValue> values, List<Long> ids) {
    List<Future<StoredResult>> all = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      all.add(writer.write(caller, ids.get(i), values.get(i).observation()));
    }
    return Future.join(all)
        .transform(
            done ->
                done.succeeded()
                    ? Future.succeededFuture(all.stream().anyMatch(one -> one.result().isNew()))
                    : Future.failedFuture(decisive(all)));
  }

  /** A failure that passes counts before a refusal, as the message is stored again after it. */
  private static Throwable decisive(List<Future<StoredResult>> all) {
    List<Throwable> failures = all.stream().filter(Future::failed).map(Future::cause).toList();
    return failures.stream()
        .filter(failure -> !(failure instanceof Problem one) || one.status() >= 500)
        .findFirst()
        .orElse(failures.getFirst());
  }

  @Override
  public void close() {
    mappings.close();
  }
}
