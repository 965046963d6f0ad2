package io.glebe.core.record.read;

import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * A position in a collection's feed, which is ordered by updatedAt, then id: after the record that
 * was changed at {@code micros} and has the id {@code id}.
 *
 * @param micros microseconds since 1970-01-01T00:00Z
 */
record FeedPosition(long micros, UUID id) implements Comparable<FeedPosition> {
  private static final Instant EPOCH = Instant.EPOCH;

  /** Later than any change; clients may name later times, which cannot be stored. */
  private static final Instant FAR = Instant.parse("9999-12-31T23:59:59Z");

  private static final UUID LAST_ID = new UUID(-1, -1);

  /** Before the first record. */
  static final FeedPosition START = new FeedPosition(0, new UUID(0, 0));

  static FeedPosition of(Row row) {
    return new FeedPosition(micros(row.getOffsetDateTime(6).toInstant()), row.getUUID(0));
  }

  /** After every record changed at or before that time. */
  static FeedPosition after(Instant time) {
    Instant bounded = time.isBefore(EPOCH) ? EPOCH : time.isAfter(FAR) ? FAR : time;
    return new FeedPosition(micros(bounded), LAST_ID);
  }

  private static long micros(Instant time) {
    return EPOCH.until(time, ChronoUnit.MICROS);
  }

  OffsetDateTime time() {
    return EPOCH.plus(micros, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
  }

  /** Orders like PostgreSQL: by time, then by id as unsigned bytes. */
  @Override
  public int compareTo(FeedPosition other) {
    int byTime = Long.compare(micros, other.micros);
    if (byTime != 0) {
      return byTime;
    }
    int high = Long.compareUnsigned(id.getMostSignificantBits(), other.id.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(id.getLeastSignificantBits(), other.id.getLeastSignificantBits());
  }

  FeedPosition max(FeedPosition other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
