package io.glebe.api.ogc;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.http.html.Html;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.OgcFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A map of the outlines of features as SVG, for pages without scripts. Not safe for threads. */
final class FeatureSketch {
  /** CSS rules of the map; it is written after the table and shown before it. */
  static final String STYLE =
      "main{display:flex;flex-direction:column;align-items:flex-start}main>h1{order:-2}"
          + ".map{order:-1;margin-bottom:1rem;width:100%;max-width:40rem;max-height:26rem;background:var(--paper);"
          + "border:1px solid var(--line);border-radius:12px}"
          + ".map path{fill:var(--accent);fill-opacity:.22;fill-rule:evenodd;stroke:var(--accent);"
          + "stroke-width:2;stroke-linecap:round;stroke-linejoin:round;"
          + "vector-effect:non-scaling-stroke}.map .point{stroke-width:8}";

  /** Positions on one map; the rest of a large page is not drawn. */
  private static final int MAX_POSITIONS = 20_000;

  private static final double SIZE = 1_000;
  private static final double MARGIN = 0.05;
  private static final double LEAST = 1e-5;

  private record Shape(String name, List<List<double[]>> lines) {}

  private final List<Shape> shapes = new ArrayList<>();
  private int positions;
  private double west = Double.POSITIVE_INFINITY;
  private double south = Double.POSITIVE_INFINITY;
  private double east = Double.NEGATIVE_INFINITY;
  private double north = Double.NEGATIVE_INFINITY;

  /** Adds a feature, as long as there is room. */
  void add(OgcFeature feature) {
    if (positions >= MAX_POSITIONS || feature.geometryText().isEmpty()) {
      return;
    }
    List<List<double[]>> lines = new ArrayList<>();
    collect(Json.stored(feature.geometryText().get()), lines);
    String name = feature.properties().path("name").asText(feature.id());
    shapes.add(new Shape(name, lines));
  }

  private void collect(JsonNode geometry, List<List<double[]>> lines) {
    geometry.path("geometries").forEach(each -> collect(each, lines));
    JsonNode coordinates = geometry.path("coordinates");
    if (coordinates.path(0).isNumber()) {
      lines.add(List.of(position(coordinates)));
    } else {
      collectLines(coordinates, lines);
    }
  }

  /** Adds the innermost lists of positions. */
  private void collectLines(JsonNode coordinates, List<List<double[]>> lines) {
    if (!coordinates.path(0).path(0).isNumber()) {
      coordinates.forEach(each -> collectLines(each, lines));
      return;
    }
    List<double[]> line = new ArrayList<>();
    coordinates.forEach(each -> line.add(position(each)));
    lines.add(line);
  }

  private double[] position(JsonNode coordinates) {
    double lon = coordinates.path(0).asDouble();
    double lat = coordinates.path(1).asDouble();
    positions++;
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    return new double[] {lon, lat};
  }

  /** The map; empty where no feature has a geometry. */
  String svg() {
    if (positions == 0) {
      return "";
    }
    double shrink = Math.cos(Math.toRadians((south + north) / 2));
    double width = Math.max((east - west) * shrink, LEAST);
    double height = Math.max(north - south, LEAST);
    double scale = SIZE / Math.max(width, height);
    double margin = SIZE * MARGIN;
    StringBuilder svg = new StringBuilder("<svg class=\"map\" role=\"img\" aria-label=\"Map of ");
    svg.append(shapes.size()).append(shapes.size() == 1 ? " feature" : " features");
    svg.append(
        String.format(
            Locale.ROOT,
            "\" viewBox=\"%.1f %.1f %.1f %.1f\">",
            -margin,
            -margin,
            width * scale + 2 * margin,
            height * scale + 2 * margin));
    for (Shape shape : shapes) {
      boolean isPoint = shape.lines().stream().allMatch(line -> line.size() == 1);
      svg.append(isPoint ? "<path class=\"point\" d=\"" : "<path d=\"");
      for (List<double[]> line : shape.lines()) {
        path(svg, line, shrink * scale, scale);
      }
      svg.append("\"><title>").append(Html.escape(shape.name())).append("</title></path>");
    }
    return svg.append("</svg>").toString();
  }

  /** A line from its first position; a point is a line of no length, which has round ends. */
  private void path(StringBuilder svg, List<double[]> line, double across, double down) {
    char command = 'M';
    for (double[] at : line) {
      double x = (at[0] - west) * across;
      double y = (north - at[1]) * down;
      svg.append(command).append(String.format(Locale.ROOT, "%.1f %.1f", x, y));
      command = 'L';
    }
    if (line.size() == 1) {
      svg.append("h0");
    }
  }
}
