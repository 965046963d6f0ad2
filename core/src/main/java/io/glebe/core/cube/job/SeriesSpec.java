package io.glebe.core.cube.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.series.GeoJsonAreas;
import io.glebe.core.cube.series.SeriesForm;
import io.glebe.core.cube.series.SeriesLocation;
import io.glebe.core.cube.series.SeriesQuery;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Geographic;
import io.glebe.tile.series.Resolution;
import io.glebe.tile.series.SeriesArea;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.Statistic;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A time series or summary computed as a job; the members are the parameters of the synchronous
 * requests.
 */
public record SeriesSpec(
    String type, String collection, SeriesQuery query, SeriesForm form, ObjectNode body)
    implements JobSpec {
  private static final List<String> FORMATS = List.of("ndjson", "csv");
  private static final int MAX_LAYERS = 16;

  /** Maximum number of positions of an area; the size of the body is already limited. */
  private static final int MAX_VERTICES = 100_000;

  private static final Set<String> MEMBERS =
      Set.of(
          "type",
          "collection",
          "layers",
          "datetime",
          "bbox",
          "geometry",
          "fieldId",
          "regionId",
          "timezone",
          "percentiles",
          "mask",
          "output");

  /** The members that count for a type. */
  static Set<String> members(String type) {
    Set<String> members = new HashSet<>(MEMBERS);
    members.addAll(
        type.equals("summary") ? Set.of("statistics") : Set.of("aggregation", "resolution"));
    return members;
  }

  static SeriesSpec read(JobBody body, String type) {
    boolean summary = type.equals("summary");
    body.require("collection");
    String collection = body.text("collection").orElse("");
    List<String> layers = body.requireTexts("layers");
    if (layers.size() > MAX_LAYERS) {
      body.fault("layers", "at most " + MAX_LAYERS + " layers");
    }
    SeriesQuery query =
        new SeriesQuery(
            layers.stream().distinct().toList(),
            body.text("datetime")
                .flatMap(text -> body.read("datetime", text, Datetime::parse))
                .orElse(Datetime.ALL),
            place(body),
            summary ? Resolution.ALL : resolution(body),
            body.text("timezone")
                .flatMap(text -> body.read("timezone", text, ZoneId::of))
                .orElse(ZoneOffset.UTC),
            statistics(body, summary ? "statistics" : "aggregation"),
            percentiles(body),
            mask(body));
    SeriesForm.Shape shape = summary ? SeriesForm.Shape.SUMMARY : SeriesForm.Shape.SERIES;
    SeriesForm.Format format =
        SeriesForm.Format.byName(body.choice("output", "csv", FORMATS)).orElseThrow();
    body.done();
    return new SeriesSpec(
        type, collection, query, new SeriesForm(shape, format, query), body.body());
  }

  private static SeriesLocation place(JobBody body) {
    long named =
        List.of("bbox", "geometry", "fieldId", "regionId").stream().filter(body::has).count();
    if (named != 1) {
      body.fault("bbox", "exactly one of bbox, geometry, fieldId and regionId is needed");
      return new SeriesLocation.Of(SeriesArea.point(Geographic.INSTANCE, 0, 0));
    }
    Optional<SeriesLocation> place =
        body.box("bbox")
            .<SeriesLocation>map(
                b ->
                    new SeriesLocation.Of(
                        SeriesArea.box(Geographic.INSTANCE, new Bounds(b[0], b[1], b[2], b[3]))))
            .or(() -> id(body, "fieldId").map(SeriesLocation.OfField::new))
            .or(() -> id(body, "regionId").map(SeriesLocation.OfRegion::new))
            .or(() -> drawn(body));
    return place.orElseGet(
        () -> new SeriesLocation.Of(SeriesArea.point(Geographic.INSTANCE, 0, 0)));
  }

  private static Optional<UUID> id(JobBody body, String name) {
    return body.text(name).flatMap(text -> body.read(name, text, UUID::fromString));
  }

  private static Optional<SeriesLocation> drawn(JobBody body) {
    JsonNode geometry = body.body().path("geometry");
    if (!(geometry instanceof ObjectNode object)) {
      if (body.has("geometry")) {
        body.fault("geometry", "geometry is a GeoJSON polygon or another area");
      }
      return Optional.empty();
    }
    return body.read(
        "geometry", "", ignored -> new SeriesLocation.Of(GeoJsonAreas.of(object, MAX_VERTICES)));
  }

  private static Resolution resolution(JobBody body) {
    return body.text("resolution").map(text -> resolution(body, text)).orElse(Resolution.SLICE);
  }

  private static Resolution resolution(JobBody body, String text) {
    Optional<Resolution> period = Resolution.ofPeriod(text);
    if (period.isEmpty()) {
      body.fault("resolution", "resolution is P1D, P1W or P1M");
    }
    return period.orElse(Resolution.SLICE);
  }

  private static Set<Statistic> statistics(JobBody body, String name) {
    body.notEmpty(name);
    Set<Statistic> chosen = EnumSet.noneOf(Statistic.class);
    for (String word : body.texts(name)) {
      Statistic.byName(word)
          .ifPresentOrElse(
              chosen::add,
              () -> body.fault(name, "must be mean, min, max, sum, count, median or std"));
    }
    return chosen.isEmpty() ? EnumSet.of(Statistic.MEAN) : chosen;
  }

  private static List<Double> percentiles(JobBody body) {
    body.notEmpty("percentiles");
    double[] all = body.numbers("percentiles").orElse(new double[0]);
    boolean good =
        all.length <= SeriesRequest.MAX_PERCENTILES
            && Arrays.stream(all).allMatch(p -> p >= 0 && p <= 100);
    if (!good) {
      body.fault("percentiles", "percentiles lie between 0 and 100");
      return List.of();
    }
    return Arrays.stream(all).boxed().distinct().toList();
  }

  private static Optional<SeriesQuery.Mask> mask(JobBody body) {
    return body.text("mask").flatMap(text -> body.read("mask", text, SeriesQuery.Mask::parse));
  }
}
