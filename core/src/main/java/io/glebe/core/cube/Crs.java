package io.glebe.core.cube;

import io.glebe.tile.grid.Projection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of coordinate reference systems: {@code EPSG:32633}, the address of the same, a bare code,
 * {@code CRS84}. Axes are always x before y, longitude before latitude.
 */
public final class Crs {
  private static final Pattern FORM =
      Pattern.compile(
          "\\[?(?:EPSG:|urn:ogc:def:crs:EPSG::|https?://www\\.opengis\\.net/def/crs/EPSG/[0-9.]+/)?"
              + "(\\d{4,6})\\]?");
  private static final Pattern CRS84 =
      Pattern.compile(
          "\\[?(?:OGC:|urn:ogc:def:crs:OGC:1\\.3:|https?://www\\.opengis\\.net/def/crs/OGC/1\\.3/)?"
              + "CRS84\\]?");

  private Crs() {}

  /** The projection of a name; empty for one that is malformed or unknown. */
  public static Optional<Projection> parse(String name) {
    if (CRS84.matcher(name).matches()) {
      return Optional.of(Projection.of(4326));
    }
    Matcher matcher = FORM.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Projection.of(Integer.parseInt(matcher.group(1))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The address that names a code in links and documents. */
  public static String uri(int epsg) {
    return "http://www.opengis.net/def/crs/EPSG/0/" + epsg;
  }
}
