package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.Params;
import io.glebe.api.http.Reply;
import io.glebe.core.json.Json;
import io.glebe.core.memory.TextBytes;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.aggregate.SensorSeries;
import io.glebe.core.sensor.aggregate.SeriesStep;
import io.glebe.core.sensor.model.TimeSpan;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.time.DatetimeSyntax;
import io.glebe.core.time.TimeInterval;
import io.vertx.core.Future;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * Buckets of a datastream, with the same parameters as the series of cubes; hours besides, and the
 * first and last number of a bucket.
 */
final class SeriesEndpoint {
  static final List<String> AGGREGATIONS =
      List.of("mean", "min", "max", "sum", "count", "firstResult", "lastResult");

  private static final String CSV = "text/csv";

  /** Only intervals of instants. */
  private static final DatetimeSyntax DATETIME =
      new DatetimeSyntax(TimeSpan::instant, Optional.empty(), false);

  private final Sensors sensors;

  SeriesEndpoint(Sensors sensors) {
    this.sensors = sensors;
  }

  Future<Reply> read(ApiRequest request) {
    Params params = request.params();
    List<String> wanted = aggregations(params);
    SeriesStep step = params.text("resolution").map(SeriesEndpoint::step).orElse(SeriesStep.DAY);
    ZoneId zone = params.text("timezone").map(SeriesEndpoint::zone).orElse(ZoneId.of("UTC"));
    TimeInterval interval = params.text("datetime").map(DATETIME::parse).orElse(TimeInterval.ALL);
    boolean lines = isCsv(request);
    long datastream = ResourcePath.id(request.path("id")).getAsLong();
    return sensors
        .series()
        .read(
            request.caller(),
            new SensorSeries.Request(datastream, interval, step, zone),
            ClientDeparture.resources(request),
            lines ? bucket -> line(bucket, wanted) : bucket -> Json.write(json(bucket, wanted)),
            lines ? "" : ",")
        .map(buckets -> lines ? csv(buckets, wanted) : reply(buckets));
  }

  private static boolean isCsv(ApiRequest request) {
    String form =
        request
            .params()
            .text("f")
            .orElseGet(() -> request.negotiate(Json.MEDIA_TYPE, CSV).equals(CSV) ? "csv" : "json");
    if (!form.equals("json") && !form.equals("csv")) {
      throw Problem.malformedParameter("f", "must be json or csv");
    }
    return form.equals("csv");
  }

  private static List<String> aggregations(Params params) {
    List<String> wanted = params.list("aggregation", AGGREGATIONS.size());
    if (wanted.isEmpty() && params.has("aggregation")) {
      throw Problem.malformedParameter("aggregation", "names no value");
    }
    if (!AGGREGATIONS.containsAll(wanted)) {
      throw Problem.malformedParameter(
          "aggregation", "must be among " + String.join(", ", AGGREGATIONS));
    }
    return wanted.isEmpty() ? AGGREGATIONS : wanted;
  }

  private static SeriesStep step(String text) {
    return SeriesStep.ofPeriod(text)
        .orElseThrow(
            () -> Problem.malformedParameter("resolution", "must be PT1H, P1D, P1W or P1M"));
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw Problem.malformedParameter("timezone", "is no time zone");
    }
  }

  private static Reply reply(TextBytes buckets) {
    TextBytes json = new TextBytes().append("{\"buckets\":[");
    return Reply.bytes(Json.MEDIA_TYPE, json.append(buckets.buffer()).append("]}").buffer());
  }

  private static Reply csv(TextBytes lines, List<String> wanted) {
    String head = "start,first,last," + String.join(",", wanted) + "\n";
    return Reply.bytes(
        CSV + "; charset=utf-8", new TextBytes().append(head).append(lines.buffer()).buffer());
  }

  private static String line(SensorSeries.Bucket bucket, List<String> wanted) {
    StringBuilder line = new StringBuilder();
    json(bucket, wanted)
        .elements()
        .forEachRemaining(value -> line.append(line.isEmpty() ? "" : ",").append(value.asText()));
    return line.append('\n').toString();
  }

  private static ObjectNode json(SensorSeries.Bucket bucket, List<String> wanted) {
    ObjectNode one = Json.object();
    one.put("start", bucket.start().toString());
    one.put("first", bucket.first().toString());
    one.put("last", bucket.last().toString());
    wanted.forEach(name -> put(one, name, bucket));
    return one;
  }

  private static void put(ObjectNode one, String name, SensorSeries.Bucket bucket) {
    switch (name) {
      case "mean" -> one.put(name, bucket.mean());
      case "min" -> one.put(name, bucket.min());
      case "max" -> one.put(name, bucket.max());
      case "sum" -> one.put(name, bucket.sum());
      case "firstResult" -> one.put(name, bucket.firstResult());
      case "lastResult" -> one.put(name, bucket.lastResult());
      default -> one.put("count", bucket.count());
    }
  }
}
