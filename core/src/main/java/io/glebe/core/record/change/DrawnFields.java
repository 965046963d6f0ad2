package io.glebe.core.record.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.table.Uuids;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The farms whose fields changes draw, redraw or delete. Their locks come before the first stamp of
 * a feed clock: who draws a field waits for the writers of Things of its farm, and while it holds a
 * clock all writers of fields would wait with it. Triggers of the database set the Things of these
 * farms and take the same locks, see {@code sensor.fields_changed}.
 */
public final class DrawnFields {
  private static final String ENTITY = "Field";

  /** Waits for the locks, in the order of the triggers. */
  static final String LOCK =
      """
      select count(sensor.lock_fields(farm, true))
      from (select farm from unnest($1::uuid[]) farm order by farm) f
      """;

  private static final String TRY =
      """
      select farm
      from (select farm, sensor.try_lock_fields(farm) as taken
        from (select farm from unnest($1::uuid[]) farm order by farm) f) t
      where taken
      """;

  private DrawnFields() {}

  /** Whether writes of these records may draw fields. */
  public static boolean are(String entity) {
    return entity.equals(ENTITY);
  }

  /** The farms of the fields that the changes draw. */
  public static Set<UUID> farms(Collection<Change> changes) {
    Set<UUID> farms = new HashSet<>();
    for (Change change : changes) {
      if (are(change.type().name()) && isDrawn(change)) {
        change.scope().farm().ifPresent(farms::add);
        change.previous().flatMap(before -> Uuids.of(before, "farmId")).ifPresent(farms::add);
      }
    }
    return farms;
  }

  private static boolean isDrawn(Change change) {
    return switch (change.kind()) {
      case CREATE, DELETE -> true;
      case UPDATE ->
          !of(change.previous(), "geometry").equals(change.doc().path("geometry"))
              || !of(change.previous(), "farmId").equals(change.doc().path("farmId"));
      case APPEAR -> false;
    };
  }

  private static JsonNode of(Optional<? extends JsonNode> doc, String name) {
    return doc.map(known -> known.path(name)).orElseGet(MissingNode::getInstance);
  }

  /** Waits for the locks of these farms. */
  public static void lock(Transaction transaction, Set<UUID> farms) {
    if (!farms.isEmpty()) {
      transaction.execute(LOCK, values(farms));
    }
  }

  /** Takes the locks that are free; returns their farms. */
  public static Set<UUID> tryLock(Transaction transaction, Set<UUID> farms) {
    Set<UUID> taken = new HashSet<>();
    transaction.execute(TRY, values(farms)).forEach(row -> taken.add(row.getUUID("farm")));
    return taken;
  }

  static Tuple values(Set<UUID> farms) {
    return Tuple.tuple().addValue(farms.toArray(UUID[]::new));
  }
}
