package io.glebe.api.http.html;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** Where on the earth the extent of a collection is, as SVG and in words. */
final class ExtentMap {
  /** CSS rules of the map. */
  static final String STYLE =
      ".extent{display:block;width:100%;max-width:32rem;background:var(--paper);"
          + "border:1px solid var(--line);border-radius:12px}"
          + ".extent path{fill:none;stroke:var(--line);stroke-width:.5}"
          + ".extent rect{fill:var(--accent);fill-opacity:.3;stroke:var(--accent)}";

  private static final int STEP = 30;

  /** Degrees; a smaller extent is drawn as large, so that it is seen. */
  private static final double LEAST = 4;

  private ExtentMap() {}

  /** Whether a document of a collection has a box in degrees. */
  static boolean has(JsonNode document) {
    JsonNode box = box(document);
    return (box.size() == 4 || box.size() == 6) && box.path(0).isNumber();
  }

  private static JsonNode box(JsonNode document) {
    return document.at("/extent/spatial/bbox/0");
  }

  /** The map; a box over the antimeridian is drawn in two parts. */
  static String svg(JsonNode document) {
    JsonNode box = box(document);
    double west = west(box);
    double east = east(box);
    StringBuilder svg =
        new StringBuilder(
            "<svg class=\"extent\" role=\"img\" aria-label=\"Place on the earth\""
                + " viewBox=\"-180 -90 360 180\"><path d=\"");
    for (int lon = -180 + STEP; lon < 180; lon += STEP) {
      svg.append("M").append(lon).append(" -90V90");
    }
    for (int lat = -90 + STEP; lat < 90; lat += STEP) {
      svg.append("M-180 ").append(lat).append("H180");
    }
    svg.append("\"/>");
    if (west <= east) {
      rectangle(svg, box, west, east);
    } else {
      rectangle(svg, box, west, 180);
      rectangle(svg, box, -180, east);
    }
    return svg.append("</svg>").toString();
  }

  private static void rectangle(StringBuilder svg, JsonNode box, double west, double east) {
    double width = Math.max(east - west, LEAST);
    double height = Math.max(north(box) - south(box), LEAST);
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>",
            (west + east - width) / 2,
            -(south(box) + north(box) + height) / 2,
            width,
            height));
  }

  /** The box in words, and the time if the document has one. */
  static String words(JsonNode document) {
    JsonNode box = box(document);
    String place =
        String.format(
            Locale.ROOT,
            "west %.5f, south %.5f, east %.5f, north %.5f degrees",
            west(box),
            south(box),
            east(box),
            north(box));
    JsonNode time = document.at("/extent/temporal/interval/0");
    return time.size() == 2
        ? place + "; from " + time.path(0).asText("..") + " to " + time.path(1).asText("..")
        : place;
  }

  private static double west(JsonNode box) {
    return box.path(0).asDouble();
  }

  private static double south(JsonNode box) {
    return box.path(1).asDouble();
  }

  private static double east(JsonNode box) {
    return box.path(box.size() / 2).asDouble();
  }

  private static double north(JsonNode box) {
    return box.path(box.size() / 2 + 1).asDouble();
  }
}
