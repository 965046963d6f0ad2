package io.glebe.core.cube.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.tile.series.AreaOfInterest;
import io.glebe.tile.series.SeriesBucket;
import io.glebe.tile.series.Statistic;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes a series as one JSON document, as lines of JSON or as CSV. Buckets are written as they are
 * read and not collected.
 */
public record SeriesForm(Shape shape, Format format, SeriesQuery query) {
  /** Describes how pixels at the edge of an area are counted; part of every JSON document. */
  public static final String METHOD =
      "each cell counts with the exact part of it that is inside the area, in count as in all"
          + " other statistics, so that mean is sum divided by count; valid, nodata and masked are"
          + " numbers of whole cells";

  /** The content for each layer. */
  public enum Shape {
    /** Its buckets over time. */
    SERIES,
    /** One bucket of all slices. */
    SUMMARY,
    /** The value of one cell in each slice. */
    POINT
  }

  /** Media types. */
  public enum Format {
    JSON("application/json"),
    CSV("text/csv"),
    NDJSON("application/x-ndjson");

    private final String mediaType;

    Format(String mediaType) {
      this.mediaType = mediaType;
    }

    public String mediaType() {
      return mediaType;
    }

    /** Returns the format with this lower-case name. */
    public static Optional<Format> byName(String name) {
      return Arrays.stream(values())
          .filter(f -> f.name().toLowerCase(Locale.ROOT).equals(name))
          .findFirst();
    }
  }

  /** Writes all layers; blocks while the reader is slow. */
  public void write(OpenSeries series, OutputStream out) throws IOException {
    if (format == Format.JSON) {
      document(series, out);
    } else {
      head(out);
      for (LayerSeries layer : series.layers()) {
        for (var more = series.next(layer); !more.isEmpty(); more = series.next(layer)) {
          lines(layer.layer(), more, out);
        }
      }
    }
  }

  /** Writes the line of column names at the start of CSV. */
  public void head(OutputStream out) throws IOException {
    if (format == Format.CSV) {
      List<String> names = new ArrayList<>(List.of("layer", "datetime", "from", "to", "slices"));
      statistics().forEach(s -> names.add(s.id()));
      query.percentiles().forEach(p -> names.add("p" + plain(p)));
      names.addAll(List.of("valid", "nodata", "masked", "weight"));
      out.write((String.join(",", names) + "\n").getBytes(UTF_8));
    }
  }

  /** Writes one line per bucket. */
  public void lines(String layer, List<SeriesBucket> buckets, OutputStream out) throws IOException {
    for (SeriesBucket bucket : buckets) {
      if (format == Format.CSV) {
        out.write(csv(layer, bucket).getBytes(UTF_8));
      } else {
        ObjectNode line = Json.object().put("layer", layer);
        line.setAll(bucket(bucket));
        out.write(Json.bytes(line));
      }
      out.write('\n');
    }
  }

  private String csv(String layer, SeriesBucket bucket) {
    List<String> cells = new ArrayList<>();
    cells.add(layer);
    cells.add(time(bucket.start()));
    cells.add(bucket.first().toString());
    cells.add(bucket.last().toString());
    cells.add(Integer.toString(bucket.slices()));
    statistics().forEach(s -> cells.add(cell(bucket.values().getOrDefault(s, Double.NaN))));
    bucket.percentiles().forEach(p -> cells.add(cell(p)));
    cells.add(Long.toString(bucket.valid()));
    cells.add(Long.toString(bucket.nodata()));
    cells.add(Long.toString(bucket.masked()));
    cells.add(cell(bucket.weight()));
    return String.join(",", cells);
  }

  private static String cell(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "";
  }

  private void document(OpenSeries series, OutputStream out) throws IOException {
    boolean bare = shape == Shape.POINT && series.layers().size() == 1;
    if (!bare) {
      String method = shape == Shape.POINT ? "" : "\"method\":\"" + METHOD + "\",";
      String list = shape == Shape.SUMMARY ? "layers" : "series";
      out.write(("{" + method + "\"" + list + "\":[").getBytes(UTF_8));
    }
    boolean first = true;
    for (LayerSeries layer : series.layers()) {
      if (!first) {
        out.write(',');
      }
      first = false;
      layer(series, layer, out);
    }
    if (!bare) {
      out.write("]}".getBytes(UTF_8));
    }
  }

  private void layer(OpenSeries series, LayerSeries layer, OutputStream out) throws IOException {
    ObjectNode head = Json.object().put("layer", layer.layer());
    if (shape != Shape.POINT) {
      places(layer.places(), head);
    }
    if (shape == Shape.SUMMARY) {
      series.next(layer).forEach(bucket -> head.setAll(bucket(bucket)));
      out.write(Json.bytes(head));
      return;
    }
    byte[] open = Json.bytes(head);
    out.write(open, 0, open.length - 1);
    out.write(",\"values\":[".getBytes(UTF_8));
    boolean first = true;
    for (var more = series.next(layer); !more.isEmpty(); more = series.next(layer)) {
      for (SeriesBucket bucket : more) {
        if (!first) {
          out.write(',');
        }
        first = false;
        out.write(Json.bytes(bucket(bucket)));
      }
    }
    out.write("]}".getBytes(UTF_8));
  }

  private static void places(List<AreaOfInterest> places, ObjectNode json) {
    if (places.isEmpty()) {
      return;
    }
    json.put("areaPixels", places.getLast().areaPixels());
    json.put("touchedPixels", places.getLast().touchedPixels());
    if (places.size() > 1) {
      ArrayNode all = json.putArray("areas");
      for (AreaOfInterest place : places) {
        all.addObject()
            .put("from", place.first().toString())
            .put("to", place.last().toString())
            .put("areaPixels", place.areaPixels())
            .put("touchedPixels", place.touchedPixels());
      }
    }
  }

  private ObjectNode bucket(SeriesBucket bucket) {
    ObjectNode json = Json.object();
    switch (shape) {
      case POINT -> {
        json.put("datetime", time(bucket.start()));
        put(json, "value", bucket.values().getOrDefault(Statistic.MEAN, Double.NaN));
        return json;
      }
      case SUMMARY ->
          json.put("from", bucket.first().toString()).put("to", bucket.last().toString());
      case SERIES -> json.put("datetime", time(bucket.start()));
    }
    statistics().forEach(s -> put(json, s.id(), bucket.values().getOrDefault(s, Double.NaN)));
    if (!bucket.percentiles().isEmpty()) {
      ObjectNode percentiles = json.putObject("percentiles");
      for (int i = 0; i < bucket.percentiles().size(); i++) {
        put(percentiles, plain(query.percentiles().get(i)), bucket.percentiles().get(i));
      }
    }
    json.put("slices", bucket.slices()).put("valid", bucket.valid());
    json.put("nodata", bucket.nodata()).put("masked", bucket.masked());
    json.put("weight", bucket.weight());
    return json;
  }

  private List<Statistic> statistics() {
    return Arrays.stream(Statistic.values()).filter(query.statistics()::contains).toList();
  }

  /** Formats the start of a bucket in the time zone of the buckets. */
  private String time(Instant start) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(start.atZone(query.zone()));
  }

  /** Formats 50.0 as 50. */
  private static String plain(double percentile) {
    return BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
  }

  /** JSON has no NaN; a missing value is null. */
  private static void put(ObjectNode json, String name, double value) {
    if (!Double.isFinite(value)) {
      json.putNull(name);
    } else {
      json.put(name, value);
    }
  }
}
