package io.glebe.core.sensor.journal;

import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.thread.ListenerRegistration;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The created and changed entities of all processes, as they are committed. Changes during an
 * interruption of the listening connection are not told. Thread-safe.
 */
public final class EntityChanges {
  private static final Logger LOG = LoggerFactory.getLogger(EntityChanges.class);

  /** The topic that a trigger of the database notifies. */
  private static final String TOPIC = "sensor_entities";

  /** Maximum number of related entities of one relation that are looked up. */
  private static final int MAX_RELATED = 1_000;

  private final Database database;
  private final Notifications notifications;

  public EntityChanges(Database database, Notifications notifications) {
    this.database = database;
    this.notifications = notifications;
  }

  /** Calls the listener with each change; it must not block. */
  public ListenerRegistration listen(Consumer<EntityChange> listener) {
    return notifications.subscribe(TOPIC, payload -> changed(payload, listener));
  }

  /** Completes when no later change is missed. */
  public Future<Void> listening() {
    return notifications.listening(TOPIC);
  }

  private static void changed(String payload, Consumer<EntityChange> listener) {
    if (payload.equals(Notifications.GAP)) {
      return;
    }
    EntityChange change;
    try {
      change = EntityChange.parse(payload);
    } catch (IllegalArgumentException e) {
      LOG.warn("a notification of a changed entity is unreadable");
      return;
    }
    listener.accept(change);
  }

  /** The address of an entity as seen from a related one: {@code Things(1)/Datastreams}. */
  public record Below(SensorEntityType above, long id, Relation relation) {
    /** The address without the root of the service. */
    public String path() {
      return above.set() + "(" + id + ")/" + relation.name();
    }
  }

  /** Returns all addresses of the entity from entities that are related to it. */
  public Future<List<Below>> addresses(EntityChange change) {
    List<String> queries = new ArrayList<>();
    List<Below> patterns = new ArrayList<>();
    for (SensorEntityType other : SensorModel.types()) {
      for (Relation relation : other.relations()) {
        if (relation.target().equals(change.type().name())) {
          related(other, relation, change.type())
              .ifPresent(
                  sql -> {
                    queries.add(sql.formatted(patterns.size()));
                    patterns.add(new Below(other, 0, relation));
                  });
        }
      }
    }
    if (queries.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return database
        .query(String.join("\nunion all\n", queries), change.id(), MAX_RELATED)
        .map(
            rows -> {
              List<Below> found = new ArrayList<>();
              for (Row row : rows) {
                Below pattern = patterns.get(row.getInteger("place"));
                found.add(new Below(pattern.above(), row.getLong("id"), pattern.relation()));
              }
              return found;
            });
  }

  /** Ids of entities of a type that have a relation to the entity $1; not of observations. */
  private static Optional<String> related(
      SensorEntityType from, Relation relation, SensorEntityType to) {
    if (from.isObservation()) {
      return Optional.empty();
    }
    String ids =
        switch (relation.link()) {
          case Relation.Own own ->
              "select id from %s where %s = $1".formatted(from.table(), own.column());
          case Relation.OfOther other ->
              "select %s as id from %s where id = $1".formatted(other.column(), to.table());
          case Relation.Through through ->
              "select %s as id from %s where %s = $1"
                  .formatted(through.ownColumn(), through.table(), through.otherColumn());
        };
    return Optional.of(
        "(select %1$d as place, id from (" + ids + " limit $2) r where id is not null)");
  }
}
