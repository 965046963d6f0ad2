package io.glebe.api.spatio;

import static io.vertx.core.http.HttpMethod.GET;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.core.cube.Cube;
import io.glebe.core.cube.SeriesQuery;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.tile.series.Series;
import io.glebe.tile.series.SeriesBucket;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.Statistic;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Numbers over time, over an area or at a point. */
final class SeriesRoutes {
  private static final String CUBE = "/collections/{collectionId}";

  private final SpatioServices services;

  SeriesRoutes(SpatioServices services) {
    this.services = services;
  }

  void contribute(RouteTable.Builder routes) {
    routes.both(
        GET,
        CUBE + "/aggregate/time-series",
        operation("aggregateTimeSeries", "Aggregates layers over time", this::timeSeries)
            .takes(
                Parameter.query("bbox", "west,south,east,north in degrees"),
                Parameter.query("datetime", "a time, a date or an interval"),
                Parameter.query("layers", "names of layers"),
                Parameter.query("aggregation", "mean, min, max, sum, count, median, std"),
                Parameter.query("resolution", "P1D, P1W (ISO weeks) or P1M"),
                Parameter.query("timezone", "whose days, weeks and months"),
                Parameter.query("mask", "layer:values, cells to leave out")));
    routes.both(
        GET,
        CUBE + "/aggregate/summary",
        operation("aggregateSummary", "Summarises layers", this::summary)
            .takes(
                Parameter.query("bbox", "west,south,east,north in degrees"),
                Parameter.query("datetime", "a time, a date or an interval"),
                Parameter.query("layers", "names of layers"),
                Parameter.query("statistics", "mean, min, max, sum, count, median, std"),
                Parameter.query("percentiles", "numbers from 0 to 100"),
                Parameter.query("mask", "layer:values, cells to leave out")));
    routes.both(
        GET,
        CUBE + "/point/{lon},{lat}",
        operation("getPointSeries", "The whole series of one cell", this::point)
            .takes(
                Parameter.query("layers", "names of layers"),
                Parameter.query("datetime", "a time, a date or an interval")));
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint)
        .permission("data:read")
        .tag("aggregations");
  }

  /** A series with the query it answers; empty when no slice counted. */
  private record Answered(SeriesQuery query, Optional<Series> series) {}

  private Future<Reply> timeSeries(ApiRequest request) {
    return answered(request, SeriesParams.timeSeries(request)).map(SeriesRoutes::seriesReply);
  }

  private Future<Reply> summary(ApiRequest request) {
    return answered(request, SeriesParams.summary(request)).map(SeriesRoutes::summaryReply);
  }

  private Future<Reply> point(ApiRequest request) {
    return answered(request, SeriesParams.point(request)).map(SeriesRoutes::pointReply);
  }

  private Future<List<Answered>> answered(ApiRequest request, List<SeriesQuery> queries) {
    return services
        .layers()
        .cube(request.caller(), request.path("collectionId"))
        .compose(
            cube -> {
              DatasetSnapshot snapshot = cube.now();
              List<Future<Answered>> runs = new ArrayList<>();
              queries.forEach(query -> runs.add(run(request, cube, snapshot, query)));
              return Future.all(runs).map(all -> runs.stream().map(Future::result).toList());
            });
  }

  private Future<Answered> run(
      ApiRequest request, Cube cube, DatasetSnapshot snapshot, SeriesQuery query) {
    Optional<SeriesRequest> wanted = query.resolve(cube, snapshot);
    if (wanted.isEmpty()) {
      return Future.succeededFuture(new Answered(query, Optional.empty()));
    }
    CompletableFuture<Series> running = services.series().run(wanted.get());
    request.raw().response().closeHandler(gone -> running.cancel(false));
    Context context = Vertx.currentContext();
    return Future.fromCompletionStage(running, context)
        .map(series -> new Answered(query, Optional.of(series)))
        .recover(failure -> Future.failedFuture(explain(failure)));
  }

  private static Throwable explain(Throwable failure) {
    Throwable cause = PictureReplies.explain(failure);
    return cause instanceof IllegalArgumentException
        ? Problem.malformed(cause.getMessage())
        : cause;
  }

  private static Reply seriesReply(List<Answered> answers) {
    ObjectNode json = Json.object();
    json.put("method", "each cell counts with the part of it that lies in the area");
    ArrayNode series = json.putArray("series");
    for (Answered answer : answers) {
      ObjectNode entry = series.addObject().put("layer", answer.query().layer());
      answer.series().ifPresent(done -> entry.put("areaPixels", done.areaPixels()));
      ArrayNode values = entry.putArray("values");
      answer.series().ifPresent(done -> buckets(done).forEach(values::add));
    }
    return Reply.json(json);
  }

  private static List<ObjectNode> buckets(Series series) {
    return series.buckets().stream()
        .map(
            bucket -> {
              ObjectNode json = Json.object().put("datetime", bucket.start().toString());
              numbers(bucket, json);
              return json;
            })
        .toList();
  }

  private static Reply summaryReply(List<Answered> answers) {
    ObjectNode json = Json.object();
    json.put("method", "each cell counts with the part of it that lies in the area");
    ArrayNode layers = json.putArray("layers");
    for (Answered answer : answers) {
      ObjectNode entry = layers.addObject().put("layer", answer.query().layer());
      answer
          .series()
          .ifPresent(
              done -> {
                entry.put("areaPixels", done.areaPixels());
                done.buckets().forEach(bucket -> whole(answer.query(), bucket, entry));
              });
    }
    return Reply.json(json);
  }

  private static void whole(SeriesQuery query, SeriesBucket bucket, ObjectNode entry) {
    entry.put("from", bucket.first().toString()).put("to", bucket.last().toString());
    numbers(bucket, entry);
    ObjectNode percentiles = Json.object();
    for (int i = 0; i < bucket.percentiles().size(); i++) {
      put(percentiles, query.percentiles().get(i).toString(), bucket.percentiles().get(i));
    }
    if (!percentiles.isEmpty()) {
      entry.set("percentiles", percentiles);
    }
  }

  private static void numbers(SeriesBucket bucket, ObjectNode json) {
    for (Statistic statistic : Statistic.values()) {
      Double value = bucket.values().get(statistic);
      if (value != null) {
        put(json, statistic.id(), value);
      }
    }
    json.put("slices", bucket.slices()).put("valid", bucket.valid()).put("nodata", bucket.nodata());
    if (bucket.masked() > 0) {
      json.put("masked", bucket.masked());
    }
  }

  private static Reply pointReply(List<Answered> answers) {
    if (answers.size() == 1) {
      return Reply.json(pointSeries(answers.getFirst()));
    }
    ObjectNode json = Json.object();
    ArrayNode series = json.putArray("series");
    answers.forEach(answer -> series.add(pointSeries(answer)));
    return Reply.json(json);
  }

  private static ObjectNode pointSeries(Answered answer) {
    ObjectNode json = Json.object().put("layer", answer.query().layer());
    ArrayNode values = json.putArray("values");
    answer
        .series()
        .ifPresent(
            done ->
                done.buckets()
                    .forEach(
                        bucket ->
                            put(
                                values.addObject().put("datetime", bucket.start().toString()),
                                "value",
                                bucket.values().get(Statistic.MEAN))));
    return json;
  }

  /** JSON knows no NaN: no value is null. */
  private static void put(ObjectNode json, String name, Double value) {
    if (value == null || !Double.isFinite(value)) {
      json.putNull(name);
    } else {
      json.put(name, value);
    }
  }
}
