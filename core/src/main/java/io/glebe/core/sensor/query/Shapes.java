package io.glebe.core.sensor.query;

import io.glebe.core.syntax.TokenCursor;
import java.util.Locale;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** Parses geometries in well-known text, longitude first. */
final class Shapes {
  private static final int MAX_CHARACTERS = 20_000;

  private Shapes() {}

  static Geometry parse(TokenCursor<?> tokens, String text, int at) {
    String plain = text.replaceFirst("(?i)^\\s*SRID=4326;", "");
    if (plain.length() > MAX_CHARACTERS) {
      throw tokens.faultAt(at, "the geometry is too long");
    }
    try {
      Geometry geometry = new WKTReader().read(plain.toUpperCase(Locale.ROOT));
      if (geometry == null || geometry.isEmpty()) {
        throw tokens.faultAt(at, "the geometry is empty");
      }
      return geometry;
    } catch (ParseException | IllegalArgumentException e) {
      throw tokens.faultAt(at, "this is no geometry in well-known text");
    }
  }
}
