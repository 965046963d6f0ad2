package io.glebe.core.feature;

import io.glebe.core.problem.Problem;
import java.util.List;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * The parameter {@code bbox} in degrees of WGS 84: one box, or two if it crosses the antimeridian.
 * Heights of the form with six numbers are not compared.
 */
public record BoundingBoxes(List<Envelope> boxes) {
  private static final GeometryFactory GEOMETRY = new GeometryFactory();
  private static final double MOST_EAST = 180;
  private static final double MOST_NORTH = 90;

  public BoundingBoxes {
    boxes = List.copyOf(boxes);
  }

  /**
   * @param numbers west, south, east, north, or the same with a height behind each pair
   */
  public static BoundingBoxes of(double[] numbers) {
    boolean flat = numbers.length == 4;
    double west = numbers[0];
    double south = numbers[1];
    double east = numbers[flat ? 2 : 3];
    double north = numbers[flat ? 3 : 4];
    if (south > north || !flat && numbers[2] > numbers[5]) {
      throw Problem.malformedParameter("bbox", "the upper corner lies below the lower one");
    }
    if (Math.max(Math.abs(south), Math.abs(north)) > MOST_NORTH
        || Math.max(Math.abs(west), Math.abs(east)) > MOST_EAST) {
      throw Problem.malformedParameter("bbox", "must lie within -180,-90,180,90");
    }
    return west <= east
        ? new BoundingBoxes(List.of(new Envelope(west, east, south, north)))
        : new BoundingBoxes(
            List.of(
                new Envelope(west, MOST_EAST, south, north),
                new Envelope(-MOST_EAST, east, south, north)));
  }

  /** Whether the geometry intersects one of the boxes. */
  boolean touch(Geometry geometry) {
    return boxes.stream().anyMatch(box -> GEOMETRY.toGeometry(box).intersects(geometry));
  }
}
