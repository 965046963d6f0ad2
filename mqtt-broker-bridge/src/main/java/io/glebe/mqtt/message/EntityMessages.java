package io.glebe.mqtt.message;

import io.glebe.core.access.Caller;
import io.glebe.core.access.SubjectId;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.sensor.journal.EntityChange;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.QueryParser;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import io.glebe.mqtt.topic.Topic;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads an entity for its subscribers, as HTTP shows it to each of them. Subscribers of one account
 * share the reads of one event.
 */
public final class EntityMessages {
  private static final int MAX_SELECT_CHARACTERS = 256;
  private static final int TOO_MANY = 429;

  /** How often a read that took too long is made again. */
  private static final int LONG_READS = 5;

  private static final int INTERNAL = 500;

  private final SensorQueries queries;
  private final String base;

  /**
   * @param base address of the sensor service without a slash at its end
   */
  public EntityMessages(SensorQueries queries, String base) {
    this.queries = queries;
    this.base = base;
  }

  /** The messages about one change. */
  public Event event(EntityChange change) {
    return new Event(change);
  }

  /** Returns whether the caller may read the resource now. */
  public Future<Boolean> mayRead(Caller caller, ResourcePath path) {
    return read(caller, path, List.of()).map(Optional::isPresent).otherwise(false);
  }

  /**
   * Returns the name of the topic to which a deep one leads now; empty when there is none that the
   * caller may read.
   */
  public Future<Optional<String>> target(Caller caller, Topic.Deep topic) {
    return queries
        .locate(caller, topic.entity())
        .map(id -> Optional.of(topic.from(id)))
        .recover(EntityMessages::hidden);
  }

  private Future<Optional<byte[]>> read(Caller caller, ResourcePath path, List<String> select) {
    try {
      QueryOptions options =
          select.isEmpty()
              ? QueryOptions.NONE
              : QueryParser.parse(
                  Map.of("$select", String.join(",", select)), MAX_SELECT_CHARACTERS);
      return read(new SensorQueries.Query(caller, base, base, path, options), LONG_READS)
          .map(EntityMessages::payload)
          .recover(EntityMessages::hidden);
    } catch (Problem refused) {
      return hidden(refused);
    }
  }

  /** An entity is read fast; a read that takes too long meets a database that stands still. */
  private Future<SensorQueries.Answer> read(SensorQueries.Query query, int left) {
    return queries
        .read(query)
        .recover(
            failure ->
                left > 0
                        && failure instanceof Problem problem
                        && problem.type() == ProblemType.OVER_BUDGET
                    ? read(query, left - 1)
                    : Future.failedFuture(failure));
  }

  private static Optional<byte[]> payload(SensorQueries.Answer answer) {
    return answer instanceof SensorQueries.JsonText json
        ? Optional.of(json.utf8().getBytes())
        : Optional.empty();
  }

  /**
   * What the caller may not see, or what has gone meanwhile, is no message. A read that had no
   * place fails, and is to be tried again.
   */
  private static <T> Future<Optional<T>> hidden(Throwable failure) {
    return failure instanceof Problem problem
            && problem.status() < INTERNAL
            && problem.status() != TOO_MANY
        ? Future.succeededFuture(Optional.empty())
        : Future.failedFuture(failure);
  }

  /** The reads about one change. Thread-safe. */
  public final class Event {
    private record Key(SubjectId reader, String property, List<String> select) {}

    private final EntityChange change;
    private final Map<Key, Future<Optional<byte[]>>> reads = new ConcurrentHashMap<>();

    private Event(EntityChange change) {
      this.change = change;
    }

    public EntityChange change() {
      return change;
    }

    /**
     * Returns the payload for this reader; empty when he may not see the entity. It fails when the
     * entity cannot be read now; the next call reads again.
     */
    public Future<Optional<byte[]>> read(
        Caller caller, Optional<Property> property, List<String> select) {
      String name = property.map(Property::name).orElse("");
      Key key = new Key(caller.subjectId(), name, select);
      Future<Optional<byte[]>> read =
          reads.computeIfAbsent(key, k -> EntityMessages.this.read(caller, path(name), select));
      return read.onFailure(failure -> reads.remove(key, read));
    }

    private ResourcePath path(String property) {
      List<String> segments = new ArrayList<>();
      segments.add(change.type().set() + "(" + change.id() + ")");
      if (!property.isEmpty()) {
        segments.add(property);
      }
      return ResourcePath.parse(segments);
    }
  }
}
