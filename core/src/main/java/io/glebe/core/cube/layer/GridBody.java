package io.glebe.core.cube.layer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.tile.grid.Projection;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The body of {@code zarr/init}: {@code crs} and either {@code bbox} (in CRS units) with {@code
 * width} and {@code height} or with {@code resolution}, or {@code transform} (six numbers in the
 * order of rasterio and GDAL's affine: pixel width, 0, origin x, 0, pixel height, origin y) with
 * width and height. {@code zarrFormat}, {@code chunkShape} (or {@code chunkSide}) and {@code
 * timeMajor} are optional.
 */
public record GridBody(GridSpec grid, DatasetOptions options) {
  private static final Pattern CRS =
      Pattern.compile("(?:EPSG:|http://www\\.opengis\\.net/def/crs/EPSG/0/)?(\\d{4,6})");
  private static final long MAX_CELLS = 1L << 36;

  /** Validates the body; 422 describes the violations. */
  public static GridBody parse(ObjectNode body) {
    int epsg = epsg(body);
    GridSpec grid;
    try {
      grid = body.has("transform") ? transformed(body, epsg) : boxed(body, epsg);
    } catch (IllegalArgumentException e) {
      throw refused("", String.valueOf(e.getMessage()));
    }
    if ((long) grid.width() * grid.height() > MAX_CELLS) {
      throw refused("", "a slice may have at most " + MAX_CELLS + " cells");
    }
    return new GridBody(grid, options(body, grid));
  }

  private static int epsg(ObjectNode body) {
    String text = body.path("crs").asText("");
    Matcher matcher = CRS.matcher(text);
    if (!matcher.matches()) {
      throw refused("/crs", "crs names an EPSG code, for example EPSG:32633");
    }
    int epsg = Integer.parseInt(matcher.group(1));
    try {
      return Projection.of(epsg).epsg();
    } catch (IllegalArgumentException e) {
      throw refused("/crs", "the coordinate reference system EPSG:" + epsg + " is not known");
    }
  }

  private static GridSpec transformed(ObjectNode body, int epsg) {
    double[] t = numbers(body, "transform", 6).orElseThrow();
    if (t[1] != 0 || t[3] != 0) {
      throw refused("/transform", "rotated grids are not supported");
    }
    return new GridSpec(epsg, t[2], t[5], t[0], t[4], side(body, "width"), side(body, "height"));
  }

  private static GridSpec boxed(ObjectNode body, int epsg) {
    double[] box =
        numbers(body, "bbox", 4)
            .orElseThrow(
                () -> refused("/bbox", "bbox has four numbers: min x, min y, max x, max y"));
    if (!(box[0] < box[2] && box[1] < box[3])) {
      throw refused("/bbox", "bbox is empty or upside down");
    }
    Optional<double[]> resolution = resolution(body);
    int width =
        resolution.map(r -> cells((box[2] - box[0]) / r[0])).orElseGet(() -> side(body, "width"));
    int height =
        resolution.map(r -> cells((box[3] - box[1]) / r[1])).orElseGet(() -> side(body, "height"));
    return GridSpec.northUp(epsg, box[0], box[1], box[2], box[3], width, height);
  }

  private static int cells(double exact) {
    long cells = Math.max(1, Math.round(exact));
    if (cells > GridSpec.MAX_SIDE) {
      throw refused("/resolution", "results in " + cells + " cells along one side");
    }
    return (int) cells;
  }

  private static Optional<double[]> resolution(ObjectNode body) {
    JsonNode node = body.path("resolution");
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    double[] pair =
        node.isNumber()
            ? new double[] {node.doubleValue(), node.doubleValue()}
            : numbers(body, "resolution", 2).orElseThrow();
    if (!(pair[0] > 0 && pair[1] > 0)) {
      throw refused("/resolution", "resolution is positive");
    }
    return Optional.of(pair);
  }

  private static int side(ObjectNode body, String member) {
    JsonNode node = body.path(member);
    if (!node.isIntegralNumber() || node.longValue() < 1 || node.longValue() > GridSpec.MAX_SIDE) {
      throw refused("/" + member, member + " is a whole number from 1 to " + GridSpec.MAX_SIDE);
    }
    return node.intValue();
  }

  private static Optional<double[]> numbers(ObjectNode body, String member, int count) {
    JsonNode node = body.path(member);
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    double[] numbers = new double[count];
    boolean good = node.isArray() && node.size() == count;
    for (int i = 0; good && i < count; i++) {
      good = node.get(i).isNumber() && Double.isFinite(node.get(i).doubleValue());
      numbers[i] = node.get(i).doubleValue();
    }
    if (!good) {
      throw refused("/" + member, member + " has " + count + " finite numbers");
    }
    return Optional.of(numbers);
  }

  private static DatasetOptions options(ObjectNode body, GridSpec grid) {
    DatasetOptions defaults = DatasetOptions.forGrid(grid);
    int format = whole(body, "zarrFormat").orElse(defaults.zarrFormat());
    OptionalInt chunkSide = chunkSide(body);
    int chunk = chunkSide.orElse(defaults.chunkSide());
    int shard = format == 2 || chunkSide.isPresent() ? 0 : defaults.shardSide();
    try {
      return new DatasetOptions(format, chunk, shard, timeMajor(body).orElse(false));
    } catch (IllegalArgumentException e) {
      throw refused("", String.valueOf(e.getMessage()));
    }
  }

  /**
   * All layers of a cube have the same format and chunks: a layer's body may repeat {@code
   * zarrFormat} and {@code chunkShape}, but not change them.
   *
   * @return throws 422 where the options of the cube differ
   */
  public static Consumer<DatasetOptions> checkSame(ObjectNode layer) {
    OptionalInt format = whole(layer, "zarrFormat");
    OptionalInt side = chunkSide(layer);
    return options -> checkSame(format, side, options);
  }

  private static void checkSame(OptionalInt format, OptionalInt side, DatasetOptions options) {
    if (format.isPresent() && format.getAsInt() != options.zarrFormat()) {
      throw refused(
          "/zarrFormat",
          "the format of this cube is "
              + options.zarrFormat()
              + "; zarr/init sets it for all layers");
    }
    if (side.isPresent() && side.getAsInt() != options.chunkSide()) {
      throw refused(
          "/chunkShape",
          "the chunks of this cube have "
              + options.chunkSide()
              + " x "
              + options.chunkSide()
              + " cells; zarr/init sets this for all layers");
    }
  }

  /** Accepts {@code chunkSide: 256}, or {@code chunkShape: [1, 256, 256]} or {@code [256, 256]}. */
  private static OptionalInt chunkSide(ObjectNode body) {
    JsonNode shape = body.path("chunkShape");
    if (shape.isMissingNode()) {
      return whole(body, "chunkSide");
    }
    int axes = shape.size();
    boolean square =
        shape.isArray()
            && (axes == 2 || axes == 3 && shape.get(0).asInt() == 1)
            && shape.get(axes - 1).isInt()
            && shape.get(axes - 1).equals(shape.get(axes - 2));
    if (!square) {
      throw refused("/chunkShape", "chunks are square, of one time: [1, 256, 256]");
    }
    return OptionalInt.of(shape.get(axes - 1).intValue());
  }

  private static OptionalInt whole(ObjectNode body, String member) {
    JsonNode node = body.path(member);
    if (node.isMissingNode()) {
      return OptionalInt.empty();
    }
    if (!node.isInt()) {
      throw refused("/" + member, member + " is a whole number");
    }
    return OptionalInt.of(node.intValue());
  }

  private static Optional<Boolean> timeMajor(ObjectNode body) {
    JsonNode node = body.path("timeMajor");
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    if (!node.isBoolean()) {
      throw refused("/timeMajor", "timeMajor is true or false");
    }
    return Optional.of(node.booleanValue());
  }

  private static Problem refused(String pointer, String detail) {
    return Problem.invalid(Violation.at("grid", pointer, detail));
  }
}
