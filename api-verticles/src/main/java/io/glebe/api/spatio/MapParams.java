package io.glebe.api.spatio;

import io.glebe.api.http.Params;
import io.glebe.core.cube.Crs;
import io.glebe.core.cube.CubeCollection;
import io.glebe.core.cube.map.MapFrame;
import io.glebe.core.cube.style.Colours;
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
  private static final int WHITE = 0xffffff;
  private static final Pattern HEX = Pattern.compile("(?:0x)?([0-9a-fA-F]{6})");

  private MapParams() {}

  /** The frame; without {@code bbox} it shows all data. */
  static MapFrame frame(Params params, CubeCollection collection, MapFrame.Limits limits) {
    Projection projection =
        crs(params, "crs").or(() -> crs(params, "srs")).orElse(WebMercator.INSTANCE);
    Optional<double[]> box = params.numbers("bbox", 4);
    Projection boxProjection =
        crs(params, "bbox-crs").orElseGet(() -> degrees(box) ? Geographic.INSTANCE : projection);
    return MapFrame.of(
        projection,
        box.map(MapParams::bounds).orElseGet(() -> all(collection)),
        boxProjection,
        params.integer("width", 1, Integer.MAX_VALUE),
        params.integer("height", 1, Integer.MAX_VALUE),
        limits);
  }

  /** What lies under pixels without data. */
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
        .map(e -> bounds(new double[] {e.west(), e.south(), e.east(), e.north()}))
        .orElseThrow(() -> Problem.notFound("there are no data yet to make a map of"));
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

  private static Bounds bounds(double[] box) {
    if (!(box[0] < box[2]) || !(box[1] < box[3])) {
      throw Problem.malformedParameter(
          "bbox", "has west, south, east, north; west is below east, south below north");
    }
    return new Bounds(box[0], box[1], box[2], box[3]);
  }

  private static Optional<Projection> crs(Params params, String name) {
    return params
        .text(name)
        .map(
            text ->
                Crs.parse(text)
                    .orElseThrow(
                        () ->
                            Problem.malformedParameter(
                                name,
                                "'" + text + "' is not known; say it as EPSG:3857 or CRS84")));
  }
}
