package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.Reply;
import io.glebe.api.http.Surface;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.json.JsonPatch;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.entity.CompositeBody;
import io.glebe.core.sensor.entity.DeviceBody;
import io.glebe.core.sensor.entity.SensorEntities;
import io.glebe.core.sensor.entity.SensorWrites;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.QueryParser;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads and writes of entities at any path. */
final class SensorEndpoints {
  private static final int CREATED = 201;
  private static final String CSV = "text/csv";
  private static final String FORMAT = "$resultFormat";
  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;

  private final Sensors sensors;
  private final int queryCharacters;

  /**
   * @param queryCharacters maximum length of a query option
   */
  SensorEndpoints(Sensors sensors, int queryCharacters) {
    this.sensors = sensors;
    this.queryCharacters = queryCharacters;
  }

  /**
   * The parts of a single request or of a request in a batch.
   *
   * @param representation whether the answer to a write has the entity
   * @param resources of the request; those in a batch share them
   */
  record Call(
      Caller caller,
      String base,
      String path,
      Map<String, String> options,
      boolean representation,
      RequestResources resources) {
    String address(SensorEntities.Created made) {
      return base + "/" + made.type().set() + "(" + made.id() + ")";
    }

    /** The same call for another entity. */
    Call at(SensorEntities.Created entity) {
      return new Call(
          caller, base, entity.type().set() + "(" + entity.id() + ")", Map.of(), true, resources);
    }
  }

  /**
   * The result of a write of a group.
   *
   * @param entity the entity; empty after a deletion
   */
  record Change(int status, Optional<SensorEntities.Created> entity) {
    Optional<SensorEntities.Created> made() {
      return entity.filter(e -> status == CREATED);
    }
  }

  private static Call call(ApiRequest request) {
    String prefix = Surface.SENSOR.prefix();
    String path = request.raw().path();
    String below = path.substring(path.indexOf(prefix) + prefix.length()).replaceAll("^/+|/+$", "");
    Map<String, String> options = new LinkedHashMap<>();
    for (String name : request.params().names()) {
      options.put(name, request.params().text(name).orElse(""));
    }
    return new Call(
        request.caller(),
        request.links().to(Surface.SENSOR, ""),
        below,
        options,
        true,
        ClientDeparture.resources(request));
  }

  static ResourcePath path(String raw) {
    List<String> segments = new ArrayList<>();
    for (String segment : raw.split("/", -1)) {
      if (!segment.isEmpty()) {
        segments.add(decoded(segment));
      }
    }
    return ResourcePath.parse(segments);
  }

  private static String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Problem.malformed("the path contains a broken percent escape");
    }
  }

  Future<Reply> read(ApiRequest request) {
    Call call = call(request);
    boolean hasLines = path(call.path()).isList() && !call.options().containsKey("$expand");
    if (hasLines
        && !call.options().containsKey(FORMAT)
        && request.negotiate(Json.MEDIA_TYPE, CSV).equals(CSV)) {
      call.options().put(FORMAT, "CSV"); // a link to the next page has it too
    }
    return read(call).map(Outcome::reply);
  }

  Future<Outcome> read(Call call) {
    ResourcePath path = path(call.path());
    QueryOptions options = options(call);
    return sensors.queries().read(query(call, path, options)).map(SensorEndpoints::outcome);
  }

  private static SensorQueries.Query query(Call call, ResourcePath path, QueryOptions options) {
    return new SensorQueries.Query(
        call.caller(),
        call.base(),
        call.base() + "/" + call.path(),
        path,
        options,
        call.resources());
  }

  private static Outcome outcome(SensorQueries.Answer answer) {
    return switch (answer) {
      case SensorQueries.JsonText json -> Outcome.json(200, json.utf8());
      case SensorQueries.CsvPage page ->
          new Outcome(200, CSV + "; charset=utf-8", page.utf8(), "", page.next());
      case SensorQueries.PlainValue value ->
          new Outcome(200, "text/plain; charset=utf-8", Buffer.buffer(value.text()), "");
      case SensorQueries.NoValue none -> Outcome.empty(204);
    };
  }

  Future<Reply> create(ApiRequest request) {
    return create(call(request), request.json()).map(Outcome::reply);
  }

  Future<Outcome> create(Call call, ObjectNode body) {
    return sensors
        .entities()
        .create(call.caller(), path(call.path()), body)
        .compose(made -> shown(call, new Change(CREATED, Optional.of(made))));
  }

  /** The response to a committed write, with the entity unless it is deleted. */
  Future<Outcome> shown(Call call, Change change) {
    if (change.entity().isEmpty()) {
      return Future.succeededFuture(Outcome.empty(change.status()));
    }
    SensorEntities.Created entity = change.entity().get();
    Future<Outcome> outcome =
        call.representation()
            ? text(call.at(entity), entity.id()).map(text -> Outcome.json(change.status(), text))
            : Future.succeededFuture(Outcome.empty(change.status()));
    return outcome.map(o -> change.made().isPresent() ? o.at(call.address(entity)) : o);
  }

  private Future<Buffer> text(Call call, long id) {
    return read(call)
        .map(Outcome::body)
        // a caller without the read permission still gets the id
        .recover(
            failure ->
                failure instanceof Problem problem && problem.status() < SERVER_ERROR
                    ? Future.succeededFuture(Buffer.buffer("{\"@iot.id\":" + id + "}"))
                    : Future.failedFuture(failure));
  }

  Future<Reply> update(ApiRequest request, boolean whole) {
    boolean patch = request.header("Content-Type").orElse("").startsWith(JsonPatch.MEDIA_TYPE);
    JsonNode body = patch ? request.jsonTree() : request.json();
    if (patch && !body.isArray()) {
      throw Problem.malformed("a JSON Patch is an array of operations");
    }
    return update(call(request), body, whole).map(Outcome::reply);
  }

  /** Requires the right to change the entity before a large body is read. */
  Future<Void> mayUpdate(Caller caller, String path) {
    return sensors.entities().requireUpdate(caller, path(path));
  }

  /** A patch that is an array is a JSON Patch. */
  private Future<Outcome> update(Call call, JsonNode body, boolean whole) {
    ResourcePath path = path(call.path());
    SensorEntities entities = sensors.entities();
    Future<Long> changed =
        body.isArray() && !whole
            ? entities.patch(call.caller(), path, body)
            : entities.update(call.caller(), path, object(body), whole);
    return changed
        .map(id -> new SensorEntities.Created(path.type(), id))
        .compose(entity -> shown(call, new Change(OK, Optional.of(entity))));
  }

  Future<Reply> delete(ApiRequest request) {
    return delete(call(request)).map(Outcome::reply);
  }

  private Future<Outcome> delete(Call call) {
    ResourcePath path = path(call.path());
    Future<?> done =
        isCollection(path)
            ? sensors.entities().delete(query(call, path, options(call)))
            : sensors.entities().delete(call.caller(), path);
    return done.map(ignored -> Outcome.empty(OK));
  }

  private static boolean isCollection(ResourcePath path) {
    return !path.single() && path.form() == ResourcePath.Form.PLAIN;
  }

  private QueryOptions options(Call call) {
    return QueryParser.parse(call.options(), queryCharacters);
  }

  /** Handles a request of a batch. */
  Future<Outcome> handle(String method, Call call, JsonNode body) {
    return switch (method) {
      case "GET" -> read(call);
      case "POST" -> create(call, object(body));
      case "PATCH" -> update(call, body, false);
      case "PUT" -> update(call, body, true);
      case "DELETE" -> delete(call);
      default -> throw Problem.malformed("a batch accepts GET, POST, PATCH, PUT and DELETE");
    };
  }

  /** Runs several writes in one transaction, see {@link #change}. */
  <T> Future<T> inTransaction(Caller caller, Function<SensorWrites, T> script) {
    return sensors.entities().inTransaction(caller, script);
  }

  /** Runs a write within a transaction. */
  static Change change(SensorWrites writes, String method, Call call, JsonNode body) {
    ResourcePath path = path(call.path());
    return switch (method) {
      case "POST" -> new Change(CREATED, Optional.of(writes.create(path, object(body))));
      case "PATCH" ->
          changed(
              path,
              body.isArray() ? writes.patch(path, body) : writes.update(path, object(body), false));
      case "PUT" -> changed(path, writes.update(path, object(body), true));
      case "DELETE" -> {
        if (isCollection(path)) {
          throw Problem.malformed("a group deletes single entities");
        }
        writes.delete(path);
        yield new Change(OK, Optional.empty());
      }
      default -> throw Problem.malformed("a group accepts POST, PATCH, PUT and DELETE");
    };
  }

  private static Change changed(ResourcePath path, long id) {
    return new Change(OK, Optional.of(new SensorEntities.Created(path.type(), id)));
  }

  private static ObjectNode object(JsonNode body) {
    if (body instanceof ObjectNode object) {
      return object;
    }
    throw Problem.malformed("the body must be a JSON object");
  }

  Future<Reply> composite(ApiRequest request) {
    Call call = call(request);
    if (request.json().has("template")) {
      return sensors
          .entities()
          .device(call.caller(), request.json())
          .map(made -> device(call, made));
    }
    return sensors
        .entities()
        .composite(call.caller(), request.json())
        .map(made -> composite(call, made));
  }

  private static Reply composite(Call call, CompositeBody.Made made) {
    ObjectNode body = Json.object();
    put(body, call, "thing", "Things", made.thing());
    put(body, call, "sensor", "Sensors", made.sensor());
    put(body, call, "observedProperty", "ObservedProperties", made.observedProperty());
    put(body, call, "datastream", "Datastreams", made.datastream());
    return Reply.json(201, body).location(call.base() + "/Datastreams(" + made.datastream() + ")");
  }

  private static void put(ObjectNode body, Call call, String name, String set, long id) {
    body.set(name, link(call, set, id));
  }

  private static ObjectNode link(Call call, String set, long id) {
    return Json.object()
        .put("@iot.id", id)
        .put("@iot.selfLink", call.base() + "/" + set + "(" + id + ")");
  }

  private static Reply device(Call call, DeviceBody.Device made) {
    DeviceBody.DeviceStream first = made.datastreams().getFirst();
    ObjectNode body = Json.object();
    put(body, call, "thing", "Things", made.thing());
    put(body, call, "sensor", "Sensors", made.sensor());
    put(body, call, "observedProperty", "ObservedProperties", first.observedProperty());
    put(body, call, "datastream", "Datastreams", first.id());
    ArrayNode streams = body.putArray("datastreams");
    for (DeviceBody.DeviceStream one : made.datastreams()) {
      streams.add(link(call, "Datastreams", one.id()).put("name", one.name()));
    }
    return Reply.json(201, body).location(call.base() + "/Things(" + made.thing() + ")");
  }
}
