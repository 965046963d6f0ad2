package io.glebe.core.stac;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Ids of items: a slice's id is its time to the millisecond, {@code 20260622T100000000Z}, so that
 * ids sort by time; the features of a collection are the item {@code features}, which sorts last.
 */
final class StacIds {
  static final String FEATURES = "features";

  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private StacIds() {}

  static String of(Instant instant) {
    return FORM.format(instant);
  }

  /** Returns the time in an id, if it is the id of a slice. */
  static Optional<Instant> instant(String id) {
    try {
      return Optional.of(FORM.parse(id, Instant::from)).filter(at -> of(at).equals(id));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
