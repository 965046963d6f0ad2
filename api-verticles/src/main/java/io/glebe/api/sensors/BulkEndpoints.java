package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.Reply;
import io.glebe.api.http.Surface;
import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.json.Json;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.model.MemberNames;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.observation.StoredResult;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.thread.BackgroundThreads;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Several writes in one request: data arrays of observations, batches of requests. */
final class BulkEndpoints {
  private static final int CHUNK = 2_000;

  /** Bytes of one row as an object, and of its address in the response. */
  private static final int ROW_BYTES = 256;

  /** Most values of a row. */
  static final int MAX_COMPONENTS = 20;

  private static final String FEATURE_ID = "FeatureOfInterest/id";
  private static final MemberNames COMPONENTS =
      MemberNames.of(SensorModel.OBSERVATION).and(FEATURE_ID);

  private final Sensors sensors;
  private final SensorEndpoints endpoints;
  private final SharedPlaces batches;

  /** Of the batches of one caller, as many are executed at a time as there are cores. */
  private final SharedPlaces turns;

  private final BackgroundThreads threads;
  private final SensorArea.Limits limits;

  BulkEndpoints(
      Sensors sensors, SensorEndpoints endpoints, SharedPlaces batches, SensorArea.Limits limits) {
    this.sensors = sensors;
    this.endpoints = endpoints;
    this.batches = batches;
    int total = batches.total();
    this.turns =
        new SharedPlaces(
            "batches of sensors", total, Runtime.getRuntime().availableProcessors(), total);
    this.threads = new BackgroundThreads("batches", total);
    this.limits = limits;
  }

  /** One row of a data array. */
  private record RowOf(long datastream, List<String> components, JsonNode values) {}

  Future<Reply> observations(ApiRequest request) {
    List<RowOf> rows = rows(request.jsonTree());
    request.memory().grow((long) ROW_BYTES * rows.size());
    String base = request.links().to(Surface.SENSOR, "");
    ArrayNode links = Json.array();
    Future<Void> all = Future.succeededFuture();
    for (int from = 0; from < rows.size(); from += CHUNK) {
      List<RowOf> chunk = rows.subList(from, Math.min(from + CHUNK, rows.size()));
      all = all.compose(done -> store(request.caller(), base, chunk, links));
    }
    return all.map(done -> Reply.json(201, links));
  }

  private List<RowOf> rows(JsonNode body) {
    if (!body.isArray()) {
      throw Problem.invalid(Violation.at("type", "", "an array of data arrays is expected"));
    }
    List<RowOf> rows = new ArrayList<>();
    for (int i = 0; i < body.size(); i++) {
      block(body.get(i), "/" + i, rows);
    }
    if (rows.size() > limits.rows()) {
      throw Problem.of(
          io.glebe.core.problem.ProblemType.OVER_BUDGET,
          "a request may carry at most " + limits.rows() + " observations");
    }
    return rows;
  }

  private static void block(JsonNode block, String pointer, List<RowOf> rows) {
    JsonNode id = block.path("Datastream").path("@iot.id");
    long datastream =
        id.isIntegralNumber() ? id.longValue() : ResourcePath.id(id.asText("")).getAsLong();
    List<String> components = components(block.path("components"), pointer + "/components");
    if (!block.path("dataArray").isArray()) {
      throw Problem.invalid(
          Violation.at("required", pointer + "/dataArray", "dataArray is required, an array"));
    }
    block.path("dataArray").forEach(values -> rows.add(new RowOf(datastream, components, values)));
  }

  private static List<String> components(JsonNode names, String pointer) {
    boolean texts =
        names
            .valueStream()
            .allMatch(name -> name.isTextual() && name.textValue().length() <= JsonBatch.MAX_NAME);
    if (!texts || names.isEmpty() || names.size() > MAX_COMPONENTS) {
      throw Problem.invalid(
          Violation.at("required", pointer, "components names the values of a row"));
    }
    List<Violation> faults = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i).asText();
      if (!COMPONENTS.contains(name) && !MemberNames.isForeign(name)) {
        String detail = name + " is no component of observations" + COMPONENTS.hint(name);
        faults.add(Violation.at("unknown", pointer + "/" + i, detail));
      }
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return names.valueStream().map(JsonNode::asText).toList();
  }

  private Future<Void> store(Caller caller, String base, List<RowOf> rows, ArrayNode links) {
    ObservationWriter writer = sensors.writer();
    return writer
        .capacity()
        .compose(
            ignored -> {
              Instant arrival = Instant.now();
              List<Future<StoredResult>> all =
                  rows.stream().map(row -> write(writer, caller, row, arrival)).toList();
              return Future.join(all).otherwiseEmpty().map(done -> all);
            })
        .map(
            all -> {
              all.forEach(one -> links.add(link(base, one)));
              return null;
            });
  }

  private static Future<StoredResult> write(
      ObservationWriter writer, Caller caller, RowOf row, Instant arrival) {
    try {
      return writer.write(caller, row.datastream(), ObservationBody.parse(body(row), arrival));
    } catch (Problem refused) {
      writer.counters().countRefused();
      return Future.failedFuture(refused);
    }
  }

  private static ObjectNode body(RowOf row) {
    if (!row.values().isArray() || row.values().size() != row.components().size()) {
      throw Problem.malformed("a row has as many values as there are components");
    }
    ObjectNode body = Json.object();
    for (int i = 0; i < row.components().size(); i++) {
      String name = row.components().get(i);
      if (name.equals(FEATURE_ID)) {
        body.putObject("FeatureOfInterest").set("@iot.id", row.values().get(i));
      } else {
        body.set(name, row.values().get(i));
      }
    }
    return body;
  }

  private static String link(String base, Future<StoredResult> one) {
    if (one.succeeded()) {
      return base + "/Observations(" + one.result().id() + ")";
    }
    return one.cause() instanceof Problem problem ? "error: " + problem.detail() : "error";
  }

  /** Whether there is a place for a batch, before its body is read. */
  Future<Void> place(Caller caller, Map<String, String> path) {
    return batches.free(caller.subjectId());
  }

  /** A batch in either format; the response has the same format. */
  Future<Reply> batch(ApiRequest request) {
    Object owner = request.caller().subjectId();
    BatchRun run = run(request); // from now on it notices that the client leaves
    return batches
        .take(owner)
        .during(
            () ->
                turns
                    .inTurn(owner)
                    .place()
                    .compose(turn -> turn.during(() -> executed(request, run))));
  }

  private Future<Reply> executed(ApiRequest request, BatchRun run) {
    String mediaType = request.header("Content-Type").orElse("");
    byte[] body = request.body().getBytes();
    boolean multipart = mediaType.toLowerCase(Locale.ROOT).startsWith(MultipartBatch.MEDIA_TYPE);
    return threads.start(() -> multipart ? mixed(run, mediaType, body) : json(run, body));
  }

  private BatchRun run(ApiRequest request) {
    Function<Throwable, Problem> problems =
        failure -> request.problem(EntityFaults.standard(failure));
    String base = request.links().to(Surface.SENSOR, "");
    RequestResources resources = ClientDeparture.resources(request);
    return new BatchRun(request.caller(), base, resources, endpoints, problems);
  }

  private Reply mixed(BatchRun run, String mediaType, byte[] body) {
    List<BatchItem> items = MultipartBatch.read(mediaType, body, limits.requests());
    var batch = new MultipartAnswers(limits.form()).write(run.run(items));
    return Reply.bytes(batch.mediaType(), batch.body());
  }

  private Reply json(BatchRun run, byte[] body) {
    ObjectNode batch = Json.asObject(Json.parseLastMembers(body));
    List<BatchItem> items = JsonBatch.read(batch, limits.requests());
    return Reply.bytes(Json.MEDIA_TYPE, JsonBatch.write(run.run(items)));
  }
}
