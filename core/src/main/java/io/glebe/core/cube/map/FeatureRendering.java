package io.glebe.core.cube.map;

import io.glebe.core.cube.style.Colours;
import io.glebe.core.cube.style.DefaultStyle;
import io.glebe.tile.grid.Affine;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.OptionalInt;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Polygon;

/** Draws features as a map, in the colours of the default style. */
public final class FeatureRendering {
  private static final Color LINE = new Color(Colours.parse(DefaultStyle.FEATURES).orElseThrow());
  private static final Color FILL =
      new Color(
          LINE.getRed(),
          LINE.getGreen(),
          LINE.getBlue(),
          (int) Math.round(255 * DefaultStyle.FILL_OPACITY));
  private static final double DOT = 4;

  private final MapFrame frame;
  private final Affine affine;
  private final double[] point = new double[2];

  private FeatureRendering(MapFrame frame) {
    this.frame = frame;
    this.affine = frame.grid().affine();
  }

  /**
   * Returns the map as PNG.
   *
   * @param shapes in degrees
   * @param background {@code 0xRRGGBB}; empty leaves the background transparent
   */
  public static byte[] png(MapFrame frame, List<Geometry> shapes, OptionalInt background) {
    Canvas canvas = new Canvas(frame.width(), frame.height(), 1);
    if (background.isPresent()) {
      canvas.graphics().setColor(new Color(background.getAsInt()));
      canvas.graphics().fill(new Rectangle2D.Double(0, 0, frame.width(), frame.height()));
    }
    FeatureRendering rendering = new FeatureRendering(frame);
    shapes.forEach(shape -> rendering.draw(canvas.graphics(), shape));
    return canvas.png();
  }

  private void draw(Graphics2D graphics, Geometry shape) {
    for (int i = 0; i < shape.getNumGeometries(); i++) {
      Geometry part = shape.getGeometryN(i);
      switch (part.getDimension()) {
        case 0 -> dot(graphics, part);
        case 1 -> line(graphics, path(part.getCoordinates(), new Path2D.Double()));
        default -> area(graphics, (Polygon) part);
      }
    }
  }

  private void dot(Graphics2D graphics, Geometry part) {
    project(part.getCoordinate());
    graphics.setColor(LINE);
    graphics.fill(new Ellipse2D.Double(point[0] - DOT, point[1] - DOT, 2 * DOT, 2 * DOT));
  }

  private void line(Graphics2D graphics, Path2D.Double path) {
    graphics.setColor(LINE);
    graphics.setStroke(new BasicStroke((float) DefaultStyle.LINE_WIDTH));
    graphics.draw(path);
  }

  private void area(Graphics2D graphics, Polygon polygon) {
    Path2D.Double path = new Path2D.Double(Path2D.WIND_EVEN_ODD);
    path(polygon.getExteriorRing().getCoordinates(), path);
    for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
      path(polygon.getInteriorRingN(i).getCoordinates(), path);
    }
    graphics.setColor(FILL);
    graphics.fill(path);
    line(graphics, path);
  }

  private Path2D.Double path(Coordinate[] coordinates, Path2D.Double path) {
    boolean begun = false;
    for (Coordinate coordinate : coordinates) {
      project(coordinate);
      if (Double.isFinite(point[0]) && Double.isFinite(point[1])) {
        if (begun) {
          path.lineTo(point[0], point[1]);
        } else {
          path.moveTo(point[0], point[1]);
        }
        begun = true;
      }
    }
    return path;
  }

  /** Converts to pixels, limited to the range that a drawing supports. */
  private void project(Coordinate degrees) {
    frame.projection().fromLonLat(degrees.x, degrees.y, point, 0);
    point[0] = Math.clamp((point[0] - affine.originX()) / affine.pixelWidth(), -1e6, 1e6);
    point[1] = Math.clamp((point[1] - affine.originY()) / affine.pixelHeight(), -1e6, 1e6);
  }
}
