package io.glebe.core.cql;

import io.glebe.core.time.Rfc3339;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/** Builds the calls of CQL2 functions by name, for both encodings (text and JSON). */
final class Calls {
  private static final GeometryFactory PLACES = new GeometryFactory();

  private Calls() {}

  /** Builds the call. The exception's message describes the expected arguments. */
  static Cql build(String name, List<Cql> arguments) {
    String plain = name.toLowerCase(Locale.ROOT);
    if (plain.startsWith("s_")) {
      count(name, arguments, 2);
      return new Cql.Spatial(
          relation(Cql.SpatialRelation.class, name, plain), arguments.get(0), arguments.get(1));
    }
    if (plain.startsWith("t_")) {
      count(name, arguments, 2);
      return new Cql.Temporal(
          relation(Cql.TemporalRelation.class, name, plain), arguments.get(0), arguments.get(1));
    }
    return switch (plain) {
      case "casei" -> new Cql.CaseI(only(name, arguments));
      case "accenti" -> new Cql.AccentI(only(name, arguments));
      case "date" -> date(text(name, only(name, arguments)));
      case "timestamp" -> timestamp(text(name, only(name, arguments)));
      case "interval" -> interval(name, arguments);
      case "bbox" -> bbox(name, arguments);
      default -> throw new CqlFault("function " + name + " is not known");
    };
  }

  static Cql date(String text) {
    return Rfc3339.date(text)
        .map(Cql.Date::new)
        .orElseThrow(() -> new CqlFault("'" + text + "' is not a date such as 2026-05-01"));
  }

  static Cql timestamp(String text) {
    return new Cql.Timestamp(instant(text));
  }

  private static Instant instant(String text) {
    return Rfc3339.instant(text)
        .orElseThrow(
            () -> new CqlFault("'" + text + "' is not a timestamp such as 2026-05-01T10:00:00Z"));
  }

  private static Cql interval(String name, List<Cql> arguments) {
    count(name, arguments, 2);
    return new Cql.Interval(bound(arguments.get(0)), bound(arguments.get(1)));
  }

  /** A bound of an interval: {@code '..'}, a date or timestamp in quotes, or a property. */
  static Optional<Cql> bound(Cql argument) {
    if (!(argument instanceof Cql.Text(String text))) {
      return Optional.of(argument);
    }
    if (text.equals("..") || text.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(text.length() == 10 ? date(text) : timestamp(text));
  }

  private static Cql bbox(String name, List<Cql> arguments) {
    if (arguments.size() != 4 && arguments.size() != 6) {
      throw new CqlFault(name + " needs 4 or 6 numbers");
    }
    double[] box = new double[arguments.size()];
    for (int i = 0; i < box.length; i++) {
      if (!(arguments.get(i) instanceof Cql.Number(BigDecimal number))) {
        throw new CqlFault(name + " needs numbers");
      }
      box[i] = number.doubleValue();
    }
    int half = box.length / 2;
    return new Cql.Place(
        PLACES.toGeometry(
            new Envelope(
                new Coordinate(box[0], box[1]), new Coordinate(box[half], box[half + 1]))));
  }

  private static <E extends Enum<E>> E relation(Class<E> relations, String name, String plain) {
    try {
      return Enum.valueOf(relations, plain.substring(2).toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      List<String> known = new ArrayList<>();
      for (E relation : relations.getEnumConstants()) {
        known.add(plain.substring(0, 2) + relation.name().toLowerCase(Locale.ROOT));
      }
      throw new CqlFault("function " + name + " is not known, expected one of " + known);
    }
  }

  private static Cql only(String name, List<Cql> arguments) {
    count(name, arguments, 1);
    return arguments.getFirst();
  }

  private static String text(String name, Cql argument) {
    if (argument instanceof Cql.Text(String text)) {
      return text;
    }
    throw new CqlFault(name + " needs a text in single quotes");
  }

  private static void count(String name, List<Cql> arguments, int count) {
    if (arguments.size() != count) {
      throw new CqlFault(name + " needs " + count + " argument" + (count == 1 ? "" : "s"));
    }
  }
}
