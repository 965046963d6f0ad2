package io.glebe.core.record.table;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as text: inserts the common attributes at the start of the stored document,
 * without parsing it. The inserted strings are ids, numbers, enumeration values and client ids;
 * only client ids need escaping.
 */
public final class RecordText {
  /** Buffer space for the common attributes of one record. */
  private static final int HEAD_CHARACTERS = 320;

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private RecordText() {}

  static String json(StoredRecord stored) {
    StringBuilder out = new StringBuilder(stored.doc().length() + HEAD_CHARACTERS);
    out.append('{');
    members(out, stored);
    return out.toString();
  }

  /** Returns the record as JSON-LD: the same text with three keywords at the start. */
  static String linkedData(StoredRecord stored, String entity, String contextUrl) {
    StringBuilder out = new StringBuilder(stored.doc().length() + 2 * HEAD_CHARACTERS);
    keywords(out, stored.id(), entity, contextUrl);
    members(out, stored);
    return out.toString();
  }

  public static void keywords(StringBuilder out, UUID id, String entity, String contextUrl) {
    out.append("{\"@context\":\"").append(contextUrl).append("\",\"@id\":\"urn:uuid:");
    uuid(out, id);
    out.append("\",\"@type\":\"").append(entity).append("\",");
  }

  /** Appends the members of a record, without the opening brace. */
  public static void members(StringBuilder out, StoredRecord stored) {
    StoredRecord.Provenance p = stored.provenance();
    head(out, stored.id(), p.createdAt(), p.updatedAt());
    origin(
        out,
        p.createdByUserId().orElse(null),
        p.createdByJobId().orElse(null),
        p.clientId().orElse(null),
        p.originType());
    tail(out, stored.doc());
  }

  /** Appends the members of a row of {@link StoredRecord#COLUMNS}, without the opening brace. */
  public static void members(StringBuilder out, Row row) {
    head(out, row.getUUID(0), row.getOffsetDateTime(5), row.getOffsetDateTime(6));
    origin(out, row.getUUID(8), row.getUUID(9), row.getString(10), row.getString(7));
    tail(out, row.getString(3));
  }

  private static void head(
      StringBuilder out, UUID id, OffsetDateTime createdAt, OffsetDateTime updatedAt) {
    out.append("\"id\":\"");
    uuid(out, id);
    out.append("\",\"createdAt\":\"");
    timestamp(out, createdAt);
    out.append("\",\"updatedAt\":\"");
    timestamp(out, updatedAt);
    out.append('"');
  }

  private static void origin(
      StringBuilder out,
      @Nullable UUID user,
      @Nullable UUID job,
      @Nullable String client,
      String originType) {
    if (user != null) {
      out.append(",\"createdByUserId\":\"");
      uuid(out, user);
      out.append('"');
    }
    if (job != null) {
      out.append(",\"createdByJobId\":\"");
      uuid(out, job);
      out.append('"');
    }
    if (client != null) {
      out.append(",\"clientId\":\"");
      escaped(out, client);
      out.append('"');
    }
    out.append(",\"originType\":\"").append(originType).append('"');
  }

  private static void tail(StringBuilder out, String doc) {
    if (doc.length() == 2) {
      out.append('}');
    } else {
      out.append(',').append(doc, 1, doc.length());
    }
  }

  /** Appends the lower-case text of a UUID; faster than {@code toString} and without allocation. */
  static void uuid(StringBuilder out, UUID id) {
    long high = id.getMostSignificantBits();
    long low = id.getLeastSignificantBits();
    hex(out, high, 60, 28);
    out.append('-');
    hex(out, high, 28, 12);
    out.append('-');
    hex(out, high, 12, -4);
    out.append('-');
    hex(out, low, 60, 44);
    out.append('-');
    hex(out, low, 44, -4);
  }

  private static void hex(StringBuilder out, long bits, int fromShift, int untilShift) {
    for (int shift = fromShift; shift > untilShift; shift -= 4) {
      out.append(HEX[(int) (bits >>> shift) & 15]);
    }
  }

  /** Returns server time in UTC as records show it: {@code 2026-03-01T08:15:30.120000Z}. */
  public static String timestamp(OffsetDateTime at) {
    StringBuilder out = new StringBuilder(27);
    timestamp(out, at);
    return out.toString();
  }

  /** Appends server time in UTC with microseconds: {@code 2026-03-01T08:15:30.123456Z}. */
  static void timestamp(StringBuilder out, OffsetDateTime at) {
    OffsetDateTime utc =
        at.getOffset().equals(ZoneOffset.UTC) ? at : at.withOffsetSameInstant(ZoneOffset.UTC);
    int micros = utc.getNano() / 1000;
    two(out, utc.getYear() / 100);
    two(out, utc.getYear() % 100);
    out.append('-');
    two(out, utc.getMonthValue());
    out.append('-');
    two(out, utc.getDayOfMonth());
    out.append('T');
    two(out, utc.getHour());
    out.append(':');
    two(out, utc.getMinute());
    out.append(':');
    two(out, utc.getSecond());
    out.append('.');
    two(out, micros / 10_000);
    two(out, micros / 100 % 100);
    two(out, micros % 100);
    out.append('Z');
  }

  /** Appends two decimal digits without allocation, because a page contains thousands of them. */
  private static void two(StringBuilder out, int value) {
    int tens = value / 10;
    out.append((char) ('0' + tens)).append((char) ('0' + value - 10 * tens));
  }

  private static void escaped(StringBuilder out, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
  }
}
