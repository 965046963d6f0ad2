package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedBody;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.body.BodyRight;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.config.BatchForm;
import io.glebe.core.json.Json;
import io.glebe.core.json.JsonPatch;
import io.glebe.core.json.MergePatch;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.entity.DeviceTemplate;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.List;
import java.util.function.Function;

/** The routes of SensorThings: four for every entity and some additional ones. */
public final class SensorArea implements ApiArea {
  private static final String TAG = "sensors";
  private static final Body JSON = Body.JSON.withLastMembers();
  private static final String REST = "/{path*}";
  private static final Parameter ID =
      Parameter.path(
          "id", "whole number, bare or in quotes", QuerySchemas.form("^('[0-9]+'|[0-9]+)$"));
  private final SensorEndpoints endpoints;
  private final SensorOptions options;
  private final BulkEndpoints bulk;
  private final SeriesEndpoint series;
  private final LiveStreams streams;
  private final int mostRequests;
  private final Function<String, List<String>> mqtt;

  /**
   * Limits of requests.
   *
   * @param queryCharacters characters of a query option
   * @param rows observations of one request
   * @param requests requests of one batch
   * @param form of answers to batches as multipart/mixed
   */
  record Limits(int queryCharacters, int rows, int requests, BatchForm form) {}

  /**
   * @param batches places of batches that are executed
   */
  SensorArea(
      Sensors sensors,
      LiveStreams streams,
      SharedPlaces batches,
      Limits limits,
      Function<String, List<String>> mqtt) {
    this.endpoints = new SensorEndpoints(sensors, limits.queryCharacters());
    this.options = new SensorOptions(limits.queryCharacters());
    this.bulk = new BulkEndpoints(sensors, endpoints, batches, limits);
    this.series = new SeriesEndpoint(sensors);
    this.mostRequests = limits.requests();
    this.streams = streams;
    this.mqtt = mqtt;
  }

  @Override
  public String name() {
    return "sensors";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.get(
        Surface.SENSOR,
        "",
        of("sensorRoot", "The collections and what the service can do", this::root)
            .answers(DocumentedResponse.json(200, "the service", SensorSchemas.root())));
    SensorModel.types().forEach(type -> collection(routes, type));
    special(routes);
    deep(routes);
  }

  private static Operation of(String id, String summary, Permission permission, Endpoint endpoint) {
    return of(id, summary, endpoint).requires(permission);
  }

  /**
   * An operation without a declared permission, because the path or the body names the entities.
   */
  private static Operation of(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SENSOR, EntityFaults.standard(endpoint)).tag(TAG);
  }

  private void collection(RouteTable.Builder routes, SensorEntityType type) {
    String set = "/" + type.set();
    String one = set + "({id})";
    String p = type.permission();
    ObjectNode schema = SensorSchemas.of(type);
    ObjectNode sent = SensorSchemas.creation(type);
    routes.get(
        Surface.SENSOR,
        set,
        of("list" + type.set(), "Lists " + type.set(), Permission.read(p), endpoints::read)
            .takes(options.ofList(type))
            .answers(
                DocumentedResponse.json(200, "a page", SensorSchemas.list(type)),
                DocumentedResponse.of(200, "a page as lines", "text/csv")
                    .with(ResponseHeader.NEXT_PAGE)));
    routes.post(
        Surface.SENSOR,
        set,
        of(
                "create" + type.name() + "Entity",
                "Makes " + one(type),
                Permission.create(p),
                endpoints::create)
            .body(JSON, sent)
            .answers(
                DocumentedResponse.json(201, "the entity", schema).with(ResponseHeader.LOCATION)));
    routes.delete(
        Surface.SENSOR,
        set,
        of(
                "delete" + type.set(),
                "Deletes the " + type.set() + " that pass a filter",
                Permission.delete(p),
                endpoints::delete)
            .takes(options.deleted())
            .answers(DocumentedResponse.empty(200, "deleted")));
    routes.get(
        Surface.SENSOR,
        one,
        of(
                "get" + type.name() + "Entity",
                "One " + type.name(),
                Permission.read(p),
                endpoints::read)
            .takes(ID)
            .takes(options.ofEntity(type))
            .answers(DocumentedResponse.json(200, "the entity", schema)));
    change(routes, HttpMethod.PATCH, one, type, schema);
    change(routes, HttpMethod.PUT, one, type, schema);
    routes.delete(
        Surface.SENSOR,
        one,
        of(
                "delete" + type.name() + "Entity",
                "Deletes " + one(type),
                Permission.delete(p),
                endpoints::delete)
            .takes(ID)
            .answers(DocumentedResponse.empty(200, "deleted")));
  }

  private static String one(SensorEntityType type) {
    return ("AEIOU".indexOf(type.name().charAt(0)) < 0 ? "a " : "an ") + type.name();
  }

  private void change(
      RouteTable.Builder routes,
      HttpMethod method,
      String template,
      SensorEntityType type,
      ObjectNode schema) {
    boolean whole = method.equals(HttpMethod.PUT);
    Operation operation =
        of(
                (whole ? "replace" : "update") + type.name() + "Entity",
                (whole ? "Replaces " : "Changes members of ") + one(type),
                Permission.update(type.permission()),
                request -> endpoints.update(request, whole))
            .takes(ID)
            .answers(DocumentedResponse.json(200, "the entity", schema));
    BodyRight right =
        (caller, path) -> endpoints.mayUpdate(caller, type.set() + "(" + path.get("id") + ")");
    routes.route(
        method,
        Surface.SENSOR,
        template,
        whole
            ? operation.body(JSON.withRight(right), SensorSchemas.replacement(type))
            : patched(operation, right, SensorSchemas.patch(type)));
  }

  /** A change as a merge patch, or as a JSON Patch. */
  private static Operation patched(Operation operation, BodyRight right, ObjectNode members) {
    return operation.body(
        Body.json(MergePatch.MEDIA_TYPE, Json.MEDIA_TYPE, JsonPatch.MEDIA_TYPE)
            .withLastMembers()
            .withRight(right),
        DocumentedBody.of(MergePatch.MEDIA_TYPE, members),
        DocumentedBody.of(Json.MEDIA_TYPE, members.deepCopy()),
        DocumentedBody.of(JsonPatch.MEDIA_TYPE, SensorSchemas.jsonPatch()));
  }

  private void special(RouteTable.Builder routes) {
    routes.post(
        Surface.SENSOR,
        "/CreateObservations",
        of(
                "createObservations",
                "Stores data arrays",
                Permission.create("observation"),
                bulk::observations)
            .limitedAs(LimitClass.BATCH)
            .answers(
                DocumentedResponse.json(
                    201,
                    "addresses or errors, in the order of the rows",
                    SensorSchemas.addresses()))
            .body(JSON, SensorSchemas.dataArrays()));
    routes.post(
        Surface.SENSOR,
        "/$batch",
        of("sensorBatch", "Several requests in one, as JSON or multipart/mixed", bulk::batch)
            .limitedAs(LimitClass.BATCH)
            .answers(
                DocumentedResponse.json(200, "the responses", SensorSchemas.responses()),
                DocumentedResponse.of(200, "the responses", MultipartBatch.MEDIA_TYPE))
            .body(
                Body.bytes(Json.MEDIA_TYPE, MultipartBatch.MEDIA_TYPE).withRight(bulk::place),
                DocumentedBody.of(Json.MEDIA_TYPE, SensorSchemas.batch(mostRequests)),
                DocumentedBody.of(MultipartBatch.MEDIA_TYPE, SensorSchemas.mixedBatch())));
    routes.post(
        Surface.SENSOR,
        "/composite",
        of(
                "createComposite",
                "Makes Thing, Sensor, ObservedProperty and Datastream at once, or a device by the"
                    + " template of its type",
                Permission.create("device"),
                endpoints::composite)
            .answers(
                DocumentedResponse.json(201, "the created entities", SensorSchemas.composite(false))
                    .with(ResponseHeader.LOCATION))
            .body(JSON, SensorSchemas.composite(true)));
    routes.get(
        Surface.SENSOR,
        "/device-templates",
        of("listDeviceTemplates", "The types of devices that /composite makes", this::templates)
            .answers(DocumentedResponse.json(200, "the templates", SensorSchemas.templates())));
    ofDatastream(routes);
  }

  private Future<Reply> templates(ApiRequest request) {
    ObjectNode list = Json.object();
    ArrayNode value = list.putArray("value");
    DeviceTemplate.all().forEach(template -> value.add(template.json()));
    return Future.succeededFuture(Reply.json(list));
  }

  private void ofDatastream(RouteTable.Builder routes) {
    routes.get(
        Surface.SENSOR,
        "/Datastreams({id})/aggregate/time-series",
        of(
                "datastreamSeries",
                "Buckets of a datastream",
                Permission.read("observation"),
                series::read)
            .limitedAs(LimitClass.SERIES)
            .answers(
                DocumentedResponse.json(200, "the buckets", SensorSchemas.buckets()),
                DocumentedResponse.of(200, "the buckets as lines", "text/csv"))
            .takes(
                ID,
                Parameter.query(
                    "datetime",
                    "interval; one of its ends may be open as ..",
                    QuerySchemas.interval()),
                Parameter.query(
                    "resolution",
                    "hours of UTC, days, ISO weeks or months",
                    Schemas.word("PT1H", "P1D", "P1W", "P1M")),
                Parameter.query(
                    "aggregation",
                    "several with commas",
                    Schemas.list(
                        Schemas.word(SeriesEndpoint.AGGREGATIONS),
                        1,
                        SeriesEndpoint.AGGREGATIONS.size())),
                Parameter.query(
                    "timezone", "whose days, weeks and months", QuerySchemas.timezone()),
                Parameter.query("f", "form of the answer", Schemas.word("json", "csv"))));
    routes.get(
        Surface.SENSOR,
        "/Datastreams({id})/live",
        of(
                "datastreamLive",
                "New observations as server-sent events",
                Permission.read("observation"),
                streams::open)
            .takes(ID)
            .answers(DocumentedResponse.of(200, "events", "text/event-stream")));
  }

  /** Registers the paths below one entity, which have no templates. */
  private void deep(RouteTable.Builder routes) {
    BodyRight right = (caller, path) -> endpoints.mayUpdate(caller, path.getOrDefault("path", ""));
    routes.get(
        Surface.SENSOR,
        REST,
        atPath("readSensorPath", "Navigates to any depth", endpoints::read)
            .answers(
                DocumentedResponse.json(
                    200, "an entity, a page or a property", SensorSchemas.entityOrPart()),
                DocumentedResponse.of(200, "a bare value", "text/plain"),
                DocumentedResponse.of(200, "a page as lines", "text/csv")
                    .with(ResponseHeader.NEXT_PAGE),
                DocumentedResponse.empty(204, "a property without a value"))
            .takes(options.ofPath(SensorModel.DATASTREAM)));
    routes.post(
        Surface.SENSOR,
        REST,
        atPath("createAtSensorPath", "Makes an entity below another", endpoints::create)
            .answers(
                DocumentedResponse.json(201, "the entity", SensorSchemas.entity())
                    .with(ResponseHeader.LOCATION))
            .body(JSON, SensorSchemas.eachType(SensorSchemas::creation)));
    routes.patch(
        Surface.SENSOR,
        REST,
        patched(
            atPath("updateAtSensorPath", "Changes an entity", r -> endpoints.update(r, false))
                .answers(DocumentedResponse.json(200, "the entity", SensorSchemas.entity())),
            right,
            SensorSchemas.eachType(SensorSchemas::patch)));
    routes.put(
        Surface.SENSOR,
        REST,
        atPath("replaceAtSensorPath", "Replaces an entity", r -> endpoints.update(r, true))
            .answers(DocumentedResponse.json(200, "the entity", SensorSchemas.entity()))
            .body(JSON.withRight(right), SensorSchemas.eachType(SensorSchemas::replacement)));
    routes.delete(
        Surface.SENSOR,
        REST,
        atPath(
                "deleteAtSensorPath",
                "Deletes an entity, or those that pass a filter",
                endpoints::delete)
            .takes(options.filter(SensorModel.DATASTREAM))
            .answers(DocumentedResponse.empty(200, "deleted")));
  }

  /** The document has the paths of the others under this template too, with other methods. */
  private static Operation atPath(String id, String summary, Endpoint endpoint) {
    return of(id, summary, endpoint).refuses(ProblemType.METHOD_NOT_ALLOWED);
  }

  private Future<Reply> root(ApiRequest request) {
    String base = request.links().to(Surface.SENSOR, "");
    List<String> endpoints = mqtt.apply(URI.create(base).getHost());
    return Future.succeededFuture(Reply.json(ServiceRoot.of(base, endpoints)));
  }
}
