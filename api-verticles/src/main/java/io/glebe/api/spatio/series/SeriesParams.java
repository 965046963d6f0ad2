package io.glebe.api.spatio.series;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Params;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.series.SeriesLocation;
import io.glebe.core.cube.series.SeriesQuery;
import io.glebe.core.problem.Problem;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Geographic;
import io.glebe.tile.series.Resolution;
import io.glebe.tile.series.SeriesArea;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.Statistic;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The parameters of series and summaries. */
final class SeriesParams {
  static final int MAX_LAYERS = 16;
  private static final Set<Statistic> ALL =
      EnumSet.of(Statistic.MEAN, Statistic.MIN, Statistic.MAX, Statistic.SUM, Statistic.COUNT);

  private SeriesParams() {}

  /** The query for buckets in time. */
  static SeriesQuery timeSeries(Params params, SeriesLocation place) {
    Set<Statistic> statistics = statistics(params, "aggregation", EnumSet.of(Statistic.MEAN));
    Resolution resolution =
        params.text("resolution").map(SeriesParams::resolution).orElse(Resolution.SLICE);
    ZoneId zone = params.text("timezone").map(SeriesParams::zone).orElse(ZoneOffset.UTC);
    Measures measures = new Measures(statistics, percentiles(params));
    return query(params, place, measures, new Buckets(resolution, zone));
  }

  /** The query for a summary of all slices. */
  static SeriesQuery summary(Params params, SeriesLocation place) {
    Set<Statistic> statistics = statistics(params, "statistics", ALL);
    Measures measures = new Measures(statistics, percentiles(params));
    return query(params, place, measures, new Buckets(Resolution.ALL, ZoneOffset.UTC));
  }

  /** The query for the cell under a point. */
  static SeriesQuery point(ApiRequest request) {
    double lon = degree("lon", request.path("lon"), 180);
    double lat = degree("lat", request.path("lat"), 90);
    SeriesLocation point = new SeriesLocation.Of(SeriesArea.point(Geographic.INSTANCE, lon, lat));
    Buckets slices = new Buckets(Resolution.SLICE, ZoneOffset.UTC);
    Measures value = new Measures(EnumSet.of(Statistic.MEAN), List.of());
    return query(request.params(), point, value, slices);
  }

  /** The area of a query: exactly one of bbox, fieldId and regionId. */
  static SeriesLocation place(Params params) {
    int named = 0;
    for (String name : new String[] {"bbox", "fieldId", "regionId"}) {
      named += params.has(name) ? 1 : 0;
    }
    if (named != 1) {
      throw Problem.malformedParameter(
          "bbox", "exactly one of bbox, fieldId and regionId is required");
    }
    return params
        .uuid("fieldId")
        .<SeriesLocation>map(SeriesLocation.OfField::new)
        .or(() -> params.uuid("regionId").map(SeriesLocation.OfRegion::new))
        .orElseGet(() -> new SeriesLocation.Of(box(params)));
  }

  /** The same, where a query without an area is about the whole layer. */
  static Optional<SeriesLocation> placeIfAny(Params params) {
    return Stream.of("bbox", "fieldId", "regionId").anyMatch(params::has)
        ? Optional.of(place(params))
        : Optional.empty();
  }

  /** The division of the time. */
  private record Buckets(Resolution resolution, ZoneId zone) {}

  /** What is calculated of each bucket. */
  private record Measures(Set<Statistic> statistics, List<Double> percentiles) {}

  private static SeriesQuery query(
      Params params, SeriesLocation place, Measures measures, Buckets buckets) {
    List<String> layers = params.list("layers", MAX_LAYERS);
    if (layers.isEmpty()) {
      throw Problem.malformedParameter("layers", "names at least one layer");
    }
    return new SeriesQuery(
        layers.stream().distinct().toList(),
        params.text("datetime").map(Datetime::parse).orElse(Datetime.ALL),
        place,
        buckets.resolution(),
        buckets.zone(),
        measures.statistics(),
        measures.percentiles(),
        mask(params));
  }

  private static SeriesArea box(Params params) {
    double[] box = params.numbers("bbox", 4).orElseThrow();
    boolean good =
        box[0] < box[2]
            && box[1] < box[3]
            && Math.abs(box[0]) <= 180
            && Math.abs(box[2]) <= 180
            && Math.abs(box[1]) <= 90
            && Math.abs(box[3]) <= 90;
    if (!good) {
      throw Problem.malformedParameter(
          "bbox",
          "is west,south,east,north, and not empty; longitudes are from -180 to 180 degrees and"
              + " latitudes from -90 to 90");
    }
    return SeriesArea.box(Geographic.INSTANCE, new Bounds(box[0], box[1], box[2], box[3]));
  }

  private static double degree(String name, String text, double most) {
    try {
      double value = Double.parseDouble(text);
      if (Math.abs(value) <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw Problem.malformedParameter(name, "must be a number of degrees");
    }
    throw Problem.malformedParameter(name, "must be between -" + most + " and " + most);
  }

  private static Set<Statistic> statistics(Params params, String name, Set<Statistic> absent) {
    List<String> words = params.list(name, Statistic.values().length);
    Set<Statistic> chosen = EnumSet.noneOf(Statistic.class);
    for (String word : words) {
      chosen.add(
          Statistic.byName(word)
              .orElseThrow(
                  () ->
                      Problem.malformedParameter(
                          name, "must be mean, min, max, sum, count, median or std, not " + word)));
    }
    return chosen.isEmpty() ? absent : chosen;
  }

  private static Resolution resolution(String text) {
    return Resolution.ofPeriod(text)
        .orElseThrow(() -> Problem.malformedParameter("resolution", "is P1D, P1W or P1M"));
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw Problem.malformedParameter("timezone", "is not a time zone such as Europe/Ljubljana");
    }
  }

  private static List<Double> percentiles(Params params) {
    List<Double> percentiles = new ArrayList<>();
    for (String text : params.list("percentiles", SeriesRequest.MAX_PERCENTILES)) {
      percentiles.add(number("percentiles", text));
    }
    for (double percentile : percentiles) {
      if (!(percentile >= 0 && percentile <= 100)) {
        throw Problem.malformedParameter("percentiles", "lie between 0 and 100");
      }
    }
    return percentiles.stream().distinct().toList();
  }

  /** {@code mask=CLOUD:1,2}: cells where layer CLOUD holds 1 or 2 are left out. */
  private static Optional<SeriesQuery.Mask> mask(Params params) {
    return params
        .text("mask")
        .map(
            text -> {
              try {
                return SeriesQuery.Mask.parse(text);
              } catch (IllegalArgumentException e) {
                throw Problem.malformedParameter("mask", String.valueOf(e.getMessage()));
              }
            });
  }

  private static double number(String name, String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw Problem.malformedParameter(name, "'" + text + "' is no number");
    }
  }
}
