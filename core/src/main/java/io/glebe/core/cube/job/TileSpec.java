package io.glebe.core.cube.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.rendering.RenderingQuery;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.resample.Resampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A pyramid of tiles of some renderings at some times.
 *
 * @param layers names of layers, composites or indices, or three bands separated by commas
 * @param box west, south, east, north; empty for the whole cube
 * @param datetimes each one slice, or an interval with all slices in it
 * @param output one archive per rendering and time: PMTiles, or a directory packed with tar
 * @param size pixels along the edge of a tile
 */
public record TileSpec(
    String collection,
    List<String> layers,
    List<Integer> zooms,
    Optional<double[]> box,
    List<Datetime> datetimes,
    Output output,
    int size,
    Optional<String> ramp,
    List<double[]> rescale,
    OptionalDouble nodata,
    Resampling resampling,
    ObjectNode body)
    implements JobSpec {
  private static final List<String> METHODS = List.of("nearest", "bilinear", "cubic", "average");
  private static final List<String> OUTPUTS = List.of("pmtiles", "directory");
  private static final int USUAL = 256;
  private static final int LARGE = 512;

  /** The format of a sheet's output. */
  public enum Output {
    PMTILES("pmtiles", "application/vnd.pmtiles"),
    /** Identical tiles are hard links to the first of them. */
    DIRECTORY("tar", "application/x-tar");

    private final String suffix;
    private final String mediaType;

    Output(String suffix, String mediaType) {
      this.suffix = suffix;
      this.mediaType = mediaType;
    }

    public String suffix() {
      return suffix;
    }

    public String mediaType() {
      return mediaType;
    }
  }

  /** The members that count. */
  static final Set<String> MEMBERS =
      Set.of(
          "type",
          "collection",
          "layers",
          "zooms",
          "bbox",
          "datetimes",
          "output",
          "tilesize",
          "colormap_name",
          "rescale",
          "nodata",
          "resampling");

  static TileSpec read(JobBody body) {
    body.require("collection");
    List<String> layers = body.requireTexts("layers");
    body.require("zooms");
    List<Datetime> datetimes = new ArrayList<>();
    body.notEmpty("datetimes");
    for (String text : body.texts("datetimes")) {
      body.read("datetimes", text, Datetime::parse).ifPresent(datetimes::add);
    }
    double size = body.number("tilesize").orElse(USUAL);
    if (size != USUAL && size != LARGE) {
      body.fault("tilesize", "tilesize is 256 or 512");
    }
    TileSpec spec =
        new TileSpec(
            body.text("collection").orElse(""),
            layers,
            body.zooms("zooms", TileMatrixSet.MAX_ZOOM),
            body.box("bbox"),
            datetimes.isEmpty() ? List.of(Datetime.LATEST) : datetimes,
            Output.values()[OUTPUTS.indexOf(body.choice("output", "pmtiles", OUTPUTS))],
            (int) size,
            body.text("colormap_name"),
            pairs(body),
            body.number("nodata"),
            Resampling.valueOf(
                body.choice("resampling", "bilinear", METHODS).toUpperCase(Locale.ROOT)),
            body.body());
    body.done();
    return spec;
  }

  private static List<double[]> pairs(JobBody body) {
    body.notEmpty("rescale");
    double[] numbers = body.numbers("rescale").orElse(new double[0]);
    if (numbers.length % 2 != 0 || numbers.length > 6) {
      body.fault("rescale", "rescale has pairs of numbers, at most three");
      return List.of();
    }
    List<double[]> pairs = new ArrayList<>();
    for (int i = 0; i < numbers.length; i += 2) {
      pairs.add(new double[] {numbers[i], numbers[i + 1]});
    }
    return pairs;
  }

  @Override
  public String type() {
    return "tiles";
  }

  /** Returns the rendering of one of the layers at one time. */
  RenderingQuery renderingQuery(String layer, Datetime when) {
    return new RenderingQuery(
        List.of(layer.split(",")),
        when,
        Optional.empty(),
        ramp,
        rescale,
        nodata,
        resampling,
        Optional.empty());
  }
}
