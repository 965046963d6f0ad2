package io.glebe.core.stac;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Ids of items: a slice bears its time to the millisecond, {@code 20260622T100000000Z}, so that the
 * order of ids is that of times; the features of a collection are the item {@code features}, which
 * comes last.
 */
final class StacIds {
  static final String FEATURES = "features";

  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private StacIds() {}

  static String of(Instant instant) {
    return FORM.format(instant);
  }

  /** The time that an id bears, if it is that of a slice. */
  static Optional<Instant> instant(String id) {
    try {
      return Optional.of(FORM.parse(id, Instant::from)).filter(at -> of(at).equals(id));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
