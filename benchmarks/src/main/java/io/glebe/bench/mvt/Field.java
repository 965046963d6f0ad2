package io.glebe.bench.mvt;

import io.glebe.tile.mvt.FlatGeometry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A field of a benchmark, with 43 vertices and five attributes. */
public record Field(FlatGeometry shape, Map<String, Object> attributes) {
  private static final int VERTICES = 43;
  private static final int HOLES = 4;

  /**
   * The same fields at each call.
   *
   * @param west western edge of the square where they lie, in metres; some reach beyond it
   * @param south southern edge
   * @param side length of an edge of the square
   * @param form {@code round} fields are seen whole from their middle, others have deep {@code
   *     bays} or four {@code holes}
   */
  public static List<Field> some(int count, double west, double south, double side, String form) {
    Random random = new Random(7);
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double cx = west + random.nextDouble() * (side + 400) - 200;
      double cy = south + random.nextDouble() * (side + 400) - 200;
      double radius = 100 + 150 * random.nextDouble();
      double[] ring = new double[2 * VERTICES];
      for (int v = 0; v < VERTICES; v++) {
        double angle = 2 * Math.PI * v / VERTICES;
        double r = radius * (0.9 + 0.1 * random.nextDouble());
        // a bay turns with its depth, so that no point of the field sees all of it
        double depth = form.equals("bays") && v % 14 > 10 ? 0.3 + 0.1 * (v % 14 - 10) : 1;
        double turned = angle + 2 * (1 - depth);
        ring[2 * v] = cx + r * depth * Math.cos(turned);
        ring[2 * v + 1] = cy + r * depth * Math.sin(turned);
      }
      Map<String, Object> attributes = new LinkedHashMap<>();
      attributes.put("id", (long) i);
      attributes.put("crop", "crop-" + random.nextInt(12));
      attributes.put("area", Math.round(radius * radius) / 100.0);
      attributes.put("status", random.nextBoolean() ? "ACTIVE" : "FALLOW");
      attributes.put("village", "village-" + random.nextInt(40));
      List<double[]> rings = new ArrayList<>(List.of(ring));
      for (int hole = 0; form.equals("holes") && hole < HOLES; hole++) {
        rings.add(hole(cx, cy, radius, hole));
      }
      fields.add(new Field(FlatGeometry.polygon(rings), attributes));
    }
    return fields;
  }

  /** A hole of twelve vertices, half way between the middle of the field and its edge. */
  private static double[] hole(double cx, double cy, double radius, int number) {
    double[] ring = new double[24];
    double middle = 2 * Math.PI * number / HOLES;
    for (int v = 0; v < 12; v++) {
      double angle = -2 * Math.PI * v / 12;
      ring[2 * v] = cx + radius * (0.45 * Math.cos(middle) + 0.15 * Math.cos(angle));
      ring[2 * v + 1] = cy + radius * (0.45 * Math.sin(middle) + 0.15 * Math.sin(angle));
    }
    return ring;
  }
}
