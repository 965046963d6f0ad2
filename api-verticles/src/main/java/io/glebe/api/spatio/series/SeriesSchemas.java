package io.glebe.api.spatio.series;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.tile.series.Statistic;
import java.util.Arrays;
import java.util.List;

/** JSON Schemas of time series and summaries. */
final class SeriesSchemas {
  private SeriesSchemas() {}

  /** Names of statistics, separated by commas. */
  static ObjectNode statistics() {
    List<String> words = Arrays.stream(Statistic.values()).map(Statistic::id).toList();
    return Schemas.list(Schemas.word(words), 1, words.size());
  }

  private static Members bucket(Members members) {
    for (Statistic statistic : Statistic.values()) {
      members.may(statistic.id(), Schemas.orNull(Schemas.number()));
    }
    return members
        .may("percentiles", Schemas.map(Schemas.orNull(Schemas.number())))
        .must("slices", Schemas.count())
        .must("valid", Schemas.count())
        .must("nodata", Schemas.count())
        .must("masked", Schemas.count())
        .must("weight", Schemas.number());
  }

  private static Members places(Members members) {
    ObjectNode area =
        Members.of("SeriesArea", "The area between two dates")
            .must("from", Schemas.time())
            .must("to", Schemas.time())
            .must("areaPixels", Schemas.number())
            .must("touchedPixels", Schemas.count())
            .schema();
    return members
        .may("areaPixels", Schemas.number().put("description", "size of the area in cells"))
        .may("touchedPixels", Schemas.count())
        .may("areas", Schemas.list(area).put("description", "where the area changed over time"));
  }

  private static ObjectNode document(String name, String description, String list, ObjectNode of) {
    return Members.of(name, description)
        .must("method", Schemas.text("how cells at the edge of the area are counted"))
        .must(list, Schemas.list(of))
        .schema();
  }

  /** Buckets of layers over time. */
  static ObjectNode series() {
    ObjectNode bucket =
        bucket(Members.of("SeriesBucket", "Statistics of one bucket; only the requested ones"))
            .must("datetime", Schemas.time())
            .schema();
    ObjectNode layer =
        places(Members.of("LayerSeries", "One layer over time"))
            .must("layer", Schemas.text())
            .must("values", Schemas.list(bucket))
            .schema();
    return document("TimeSeries", "Layers over time", "series", layer);
  }

  /** One bucket of all slices for each layer. */
  static ObjectNode summary() {
    ObjectNode layer =
        bucket(places(Members.of("LayerSummary", "Statistics of one layer")))
            .must("layer", Schemas.text())
            .may("from", Schemas.time())
            .may("to", Schemas.time())
            .schema();
    layer.putArray("required").add("layer");
    return document("Summary", "Layers over all their slices", "layers", layer);
  }

  /** The values of one cell. */
  static ObjectNode point() {
    ObjectNode value =
        Members.of("PointValue", "The value of the cell in one slice")
            .must("datetime", Schemas.time())
            .must("value", Schemas.orNull(Schemas.number()))
            .schema();
    ObjectNode layer =
        Members.of("PointSeries", "One layer at a place")
            .must("layer", Schemas.text())
            .must("values", Schemas.list(value))
            .schema();
    ObjectNode several =
        Members.of("PointSeriesList", "Several layers at a place")
            .must("series", Schemas.list(layer))
            .schema();
    return Schemas.either(layer, several);
  }
}
