package io.glebe.api.abuse;

import java.util.Locale;
import java.util.Random;

/** A polygon of 20,000 vertices that covers most of the {@link AbuseCube}. */
final class DetailedArea {
  private static final int VERTICES = 19_999; // and the first one again
  private static final double LEAST_RADIUS = 0.7;
  private static final double MORE_RADIUS = 0.25;

  private DetailedArea() {}

  /** A star around the middle of the cube, without crossing edges, as a GeoJSON geometry. */
  static AbuseContent of(Random random) {
    StringBuilder text = new StringBuilder("{\"type\": \"Polygon\", \"coordinates\": [[");
    String first = "";
    for (int i = 0; i < VERTICES; i++) {
      double angle = 2 * Math.PI * i / VERTICES;
      double radius = (LEAST_RADIUS + random.nextDouble() * MORE_RADIUS) * AbuseCube.RADIUS;
      double longitude = AbuseCube.longitude(radius * Math.cos(angle));
      double latitude = AbuseCube.latitude(radius * Math.sin(angle));
      String at = String.format(Locale.ROOT, "[%.7f,%.7f]", longitude, latitude);
      first = i == 0 ? at : first;
      text.append(at).append(',');
    }
    text.append(first).append("]]}");
    return new AbuseContent("application/geo+json", text.toString(), "a", 0, "", 0);
  }
}
