package io.glebe.core.record.table;

import io.glebe.core.catalogue.EntityType;
import io.glebe.core.problem.Problem;
import java.util.Comparator;
import java.util.UUID;

/** Entity type and id of a record, in the order in which one transaction locks several records. */
public record RecordKey(EntityType type, UUID id) implements Comparable<RecordKey> {
  private static final Comparator<RecordKey> ORDER =
      Comparator.comparingInt((RecordKey key) -> key.table().rank()).thenComparing(RecordKey::id);

  public RecordTable table() {
    return RecordTable.of(type);
  }

  /** Returns the problem for a record that does not exist. */
  public Problem notFound() {
    return Problem.notFound("there is no " + type.name() + " " + id);
  }

  /**
   * Returns a lock number derived from both values, which serializes two creations of the same
   * record.
   */
  public long lock() {
    return id.getLeastSignificantBits() ^ type.path().hashCode();
  }

  @Override
  public int compareTo(RecordKey other) {
    return ORDER.compare(this, other);
  }
}
