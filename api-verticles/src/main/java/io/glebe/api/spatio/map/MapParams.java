package io.glebe.api.spatio.map;

import io.glebe.api.http.Params;
import io.glebe.core.cube.map.MapFrame;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.style.Colours;
import io.glebe.core.geo.Crs;
import io.glebe.core.problem.Problem;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Geographic;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.WebMercator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The parameters of a map. {@code bbox} is in the system that {@code bbox-crs} names; without it,
 * numbers that can be degrees are degrees, and all others units of {@code crs}.
 */
final class MapParams {
  /** Degrees around features that are all at one place. */
  private static final double AROUND_POINT = 0.001;

  private static final int WHITE = 0xffffff;
  private static final Pattern HEX = Pattern.compile("(?:0x)?([0-9a-fA-F]{6})");

  private MapParams() {}

  /** The frame; without {@code bbox} it covers all data. */
  static MapFrame frame(Params params, CubeCollection collection, MapFrame.Limits limits) {
    Projection projection = crs(params, "crs").map(Crs::projection).orElse(WebMercator.INSTANCE);
    Optional<double[]> box = params.numbers("bbox", 4);
    Optional<Crs> named = crs(params, "bbox-crs");
    boolean northFirst = named.map(Crs::northFirst).orElse(false);
    Projection boxProjection =
        named.map(Crs::projection).orElseGet(() -> degrees(box) ? Geographic.INSTANCE : projection);
    return MapFrame.of(
        projection,
        box.map(numbers -> bounds(numbers, northFirst)).orElseGet(() -> all(collection)),
        boxProjection,
        params.integer("width", 1, Integer.MAX_VALUE),
        params.integer("height", 1, Integer.MAX_VALUE),
        limits);
  }

  /** The background of pixels without data. */
  static OptionalInt background(Params params) {
    Optional<String> colour = params.text("bgcolor");
    if (params.flag("transparent", colour.isEmpty())) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(
        colour
            .map(
                text -> {
                  var hex = HEX.matcher(text);
                  return Colours.parse(hex.matches() ? "#" + hex.group(1) : text)
                      .map(argb -> argb & WHITE)
                      .orElseThrow(
                          () ->
                              Problem.malformedParameter(
                                  "bgcolor", "is a colour such as white, #ffffff or 0xffffff"));
                })
            .orElse(WHITE));
  }

  private static Bounds all(CubeCollection collection) {
    return collection
        .extent()
        .map(e -> withArea(new Bounds(e.west(), e.south(), e.east(), e.north())))
        .orElseThrow(() -> Problem.notFound("there are no data yet to make a map of"));
  }

  /** The same box in degrees, or one around it where it is a point or a line. */
  private static Bounds withArea(Bounds box) {
    if (box.width() > 0 && box.height() > 0) {
      return box;
    }
    Bounds around =
        box.grown(box.width() > 0 ? 0 : AROUND_POINT, box.height() > 0 ? 0 : AROUND_POINT);
    return new Bounds(
        Math.max(around.minX(), -180),
        Math.max(around.minY(), -90),
        Math.min(around.maxX(), 180),
        Math.min(around.maxY(), 90));
  }

  private static boolean degrees(Optional<double[]> box) {
    return box.map(
            b ->
                Math.abs(b[0]) <= 180
                    && Math.abs(b[1]) <= 90
                    && Math.abs(b[2]) <= 180
                    && Math.abs(b[3]) <= 90)
        .orElse(true);
  }

  private static Bounds bounds(double[] box, boolean northFirst) {
    int x = northFirst ? 1 : 0;
    int y = 1 - x;
    if (!(box[x] < box[2 + x]) || !(box[y] < box[2 + y])) {
      throw Problem.malformedParameter(
          "bbox", "must be the lower corner, then the upper one, which must be greater");
    }
    return new Bounds(box[x], box[y], box[2 + x], box[2 + y]);
  }

  private static Optional<Crs> crs(Params params, String name) {
    return params
        .text(name)
        .map(
            text ->
                Crs.of(text)
                    .or(() -> Crs.of("EPSG:" + text))
                    .orElseThrow(
                        () ->
                            Problem.malformedParameter(
                                name,
                                "'" + text + "' is not known; say it as EPSG:3857 or CRS84")));
  }
}
