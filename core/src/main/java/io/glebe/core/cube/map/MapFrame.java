package io.glebe.core.cube.map;

import io.glebe.core.problem.Problem;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Geographic;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.WebMercator;
import java.util.Optional;

/**
 * The region that a map shows, and its size.
 *
 * @param bounds in units of the projection
 * @param width pixels
 */
public record MapFrame(Projection projection, Bounds bounds, int width, int height) {
  /** Default number of pixels of the longer side of a map. */
  public static final int USUAL = 1_024;

  private static final double POLE = 85.0511287798066;
  private static final int OUTLINE = 64;

  /**
   * Maximum sizes of a map.
   *
   * @param side pixels along an edge
   * @param pixels total pixels
   */
  public record Limits(int side, int pixels, int features) {}

  /**
   * Returns the frame of a box. A missing side is derived from the box so that pixels are square.
   *
   * @param box in units of {@code boxProjection}
   */
  public static MapFrame of(
      Projection projection,
      Bounds box,
      Projection boxProjection,
      Optional<Integer> width,
      Optional<Integer> height,
      Limits limits) {
    Bounds bounds = in(projection, box, boxProjection);
    double ratio = bounds.height() / bounds.width();
    double wide =
        width
            .map(Integer::doubleValue)
            .orElseGet(
                () ->
                    height
                        .map(tall -> tall / ratio)
                        .orElse(ratio > 1 ? USUAL / ratio : (double) USUAL));
    double tall = height.map(Integer::doubleValue).orElse(wide * ratio);
    return new MapFrame(
            projection, bounds, side(wide, "width", limits), side(tall, "height", limits))
        .within(limits);
  }

  /** Returns the pixel grid. */
  public RasterGrid grid() {
    return new RasterGrid(projection, Affine.over(bounds, width, height), width, height);
  }

  /** Returns one canonical text per frame, for ETags. */
  public String canonical() {
    return projection.epsg() + "|" + bounds + "|" + width + "x" + height;
  }

  private MapFrame within(Limits limits) {
    if ((long) width * height > limits.pixels()) {
      throw Problem.malformedParameter(
          "width", "and height make at most " + limits.pixels() + " pixels together");
    }
    return this;
  }

  private static int side(double pixels, String name, Limits limits) {
    if (!(pixels <= limits.side() + 0.5)) {
      throw Problem.malformedParameter(
          name, "would be " + Math.round(pixels) + " pixels; the maximum is " + limits.side());
    }
    return (int) Math.max(1, Math.round(pixels));
  }

  private static Bounds in(Projection projection, Bounds box, Projection from) {
    Bounds requested = box;
    if (from.epsg() == Geographic.EPSG && projection.epsg() == WebMercator.EPSG) {
      requested =
          new Bounds(
              box.minX(), Math.max(box.minY(), -POLE), box.maxX(), Math.min(box.maxY(), POLE));
    }
    if (from.epsg() == projection.epsg()) {
      return requested;
    }
    double[] low = new double[2];
    double[] high = new double[2];
    if (from.epsg() == Geographic.EPSG && projection.epsg() == WebMercator.EPSG) {
      projection.fromLonLat(requested.minX(), requested.minY(), low, 0);
      projection.fromLonLat(requested.maxX(), requested.maxY(), high, 0);
      return new Bounds(low[0], low[1], high[0], high[1]);
    }
    try {
      return new RasterGrid(from, Affine.over(requested, OUTLINE, OUTLINE), OUTLINE, OUTLINE)
          .boundsIn(projection);
    } catch (IllegalArgumentException e) {
      throw Problem.malformedParameter("bbox", "has no place in " + projection);
    }
  }
}
