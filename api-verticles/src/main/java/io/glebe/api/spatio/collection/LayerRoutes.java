package io.glebe.api.spatio.collection;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.api.spatio.common.SnapshotParameter;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Action;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.cloud.CloudCover;
import io.glebe.core.cube.layer.GridBody;
import io.glebe.core.cube.layer.LayerBody;
import io.glebe.core.cube.layer.LayerStatistics;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.model.LayerClass;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.OffLoop;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.Layer;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/** Cubes and their layers: initialise, list, create, describe, delete. */
public final class LayerRoutes {
  private static final String CUBE = "/collections/{collectionId}";
  private static final String LAYERS = CUBE + "/layers";
  private static final String LAYER = LAYERS + "/{layerName}";

  private static final int TENTHS_OF_PERCENT = 1_000;

  private final SpatioServices services;

  public LayerRoutes(SpatioServices services) {
    this.services = services;
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        POST,
        CUBE + "/zarr/init",
        operation(
                "initialiseCube",
                "Makes the empty raster cube",
                Permission.update("data"),
                this::initialise)
            .answers(
                DocumentedResponse.json(201, "the grid", LayerSchemas.storedGrid())
                    .with(ResponseHeader.LOCATION))
            .body(services.json(Action.UPDATE), LayerSchemas.gridBody()));
    routes.v2AndLegacy(
        GET,
        CUBE + "/time",
        operation("getTimes", "Lists the dates", Permission.read("data"), this::times)
            .answers(DocumentedResponse.json(200, "the dates", LayerSchemas.times()))
            .takes(
                Parameter.query(
                    "cloudCover",
                    "whether the answer has the cloud cover of the newest "
                        + CloudCover.LISTED
                        + " dates, of which one request reads "
                        + CloudCover.READ
                        + " that are not known yet",
                    Schemas.flag(false)),
                SnapshotParameter.AS_OF)
            .refuses(ProblemType.GONE));
    routes.v2AndLegacy(
        GET,
        LAYERS,
        operation("listLayers", "Lists the layers", Permission.read("data"), this::list)
            .answers(DocumentedResponse.json(200, "the layers", LayerSchemas.layers()))
            .takes(SnapshotParameter.AS_OF)
            .refuses(ProblemType.GONE));
    routes.v2AndLegacy(
        POST,
        LAYERS,
        operation("createLayer", "Adds an empty layer", Permission.update("data"), this::create)
            .answers(
                DocumentedResponse.json(201, "the layer", LayerSchemas.layer())
                    .with(ResponseHeader.LOCATION))
            .body(services.json(Action.UPDATE), LayerSchemas.creation()));
    contributeSingle(routes);
  }

  private void contributeSingle(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        LAYER,
        operation("getLayer", "Reads a layer", Permission.read("data"), this::get)
            .answers(DocumentedResponse.json(200, "the layer", LayerSchemas.layer()))
            .takes(SnapshotParameter.AS_OF)
            .refuses(ProblemType.CONFLICT, ProblemType.GONE));
    routes.v2AndLegacy(
        DELETE,
        LAYER,
        operation("deleteLayer", "Removes a layer", Permission.update("data"), this::delete)
            .answers(DocumentedResponse.empty(204, "removed")));
    routes.v2AndLegacy(
        PUT,
        LAYER + "/metadata",
        operation(
                "describeLayer",
                "Changes the description of a layer",
                Permission.update("data"),
                this::describe)
            .answers(DocumentedResponse.json(200, "the layer", LayerSchemas.layer()))
            .body(services.json(Action.UPDATE), LayerSchemas.update()));
    routes.v2AndLegacy(
        GET,
        LAYER + "/statistics",
        operation(
                "getStatistics",
                "Numbers of a layer and its slices",
                Permission.read("data"),
                this::numbers)
            .answers(
                DocumentedResponse.json(200, "the numbers", LayerSchemas.statistics())
                    .with(ResponseHeader.ETAG))
            .takes(
                Parameter.query(
                    "datetime",
                    "a time, a date, an interval with at least one end, or latest, latest-clear or"
                        + " nearest: before a time, which is one slice; all slices without it",
                    QuerySchemas.sliceTime()),
                SnapshotParameter.AS_OF)
            .refuses(ProblemType.CONFLICT, ProblemType.GONE));
  }

  private static Operation operation(
      String id, String summary, Permission permission, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint).requires(permission).tag("layers");
  }

  private Future<Reply> initialise(ApiRequest request) {
    String id = request.path("collectionId");
    return services
        .layers()
        .initialise(request.caller(), id, GridBody.parse(request.json()))
        .map(
            cube ->
                Reply.json(201, LayerJson.grid(cube.dataset()))
                    .location(CollectionJson.base(id, request) + "/layers"));
  }

  private Future<Reply> times(ApiRequest request) {
    boolean clouds = request.params().flag("cloudCover", false);
    BooleanSupplier left = ClientDeparture.of(request);
    return SnapshotParameter.ifAny(services, request)
        .compose(
            state -> {
              ObjectNode json = Json.object();
              ArrayNode times = json.putArray("times");
              List<Instant> instants =
                  state.map(open -> Cube.instants(open.snapshot())).orElse(List.of());
              instants.forEach(at -> times.add(at.toString()));
              json.put("unit", "ISO 8601").put("calendar", "proleptic_gregorian");
              return clouds && !instants.isEmpty()
                  ? OffLoop.run(() -> withClouds(json, state.orElseThrow(), instants, left))
                  : Future.succeededFuture(Reply.json(json));
            });
  }

  private Reply withClouds(
      ObjectNode json, CubeState state, List<Instant> instants, BooleanSupplier left) {
    ArrayNode cover = json.putArray("cloudCover");
    CloudCover.Listed listed = services.clouds().shares(state, instants, left);
    json.put("cloudCoverComplete", listed.complete());
    for (OptionalDouble share : listed.shares()) {
      if (share.isPresent()) {
        cover.add(Math.round(share.getAsDouble() * TENTHS_OF_PERCENT) / 10.0);
      } else {
        cover.addNull();
      }
    }
    LayerClass.cloudLayer(state.snapshot().layers())
        .ifPresent(layer -> json.put("cloudLayer", layer.name()));
    services
        .clouds()
        .newestClear(state, instants)
        .ifPresent(clear -> json.put("latestClear", clear.toString()));
    return Reply.json(json);
  }

  private Future<Reply> list(ApiRequest request) {
    return SnapshotParameter.ifAny(services, request)
        .map(
            state -> {
              ObjectNode json = Json.object();
              ArrayNode layers = json.putArray("layers");
              state.ifPresent(open -> layers(open, layers));
              state.ifPresent(open -> json.set("grid", LayerJson.grid(open.cube().dataset())));
              return Reply.json(json);
            });
  }

  private static void layers(CubeState state, ArrayNode layers) {
    DatasetSnapshot snapshot = state.snapshot();
    snapshot.layers().forEach(layer -> layers.add(LayerJson.of(state.cube(), snapshot, layer)));
    List<String> bands = snapshot.layers().stream().map(Layer::name).toList();
    RenderingResolver.composites(snapshot)
        .forEach(composite -> layers.add(LayerJson.of(composite, bands)));
  }

  private Future<Reply> create(ApiRequest request) {
    ObjectNode body = request.json();
    Layer layer = LayerBody.create(body);
    return services
        .layers()
        .create(request.caller(), request.path("collectionId"), layer, GridBody.checkSame(body))
        .map(
            cube ->
                one(201, cube, layer.name())
                    .location(
                        CollectionJson.base(request.path("collectionId"), request)
                            + "/layers/"
                            + layer.name()));
  }

  private Future<Reply> get(ApiRequest request) {
    String name = request.path("layerName");
    return SnapshotParameter.of(services, request)
        .compose(
            state -> {
              ObjectNode json =
                  LayerJson.of(state.cube(), state.snapshot(), Cube.layer(state.snapshot(), name));
              return OffLoop.run(() -> LayerStatistics.of(state.snapshot(), name, Datetime.ALL))
                  .map(
                      found -> {
                        json.set("statistics", LayerJson.numbers(found.total()));
                        return Reply.json(json);
                      });
            });
  }

  private Future<Reply> describe(ApiRequest request) {
    String name = request.path("layerName");
    ObjectNode body = request.json();
    return services
        .layers()
        .update(
            request.caller(),
            request.path("collectionId"),
            name,
            before -> LayerBody.update(body, before))
        .map(cube -> one(200, cube, name));
  }

  private Future<Reply> delete(ApiRequest request) {
    return services
        .layers()
        .delete(request.caller(), request.path("collectionId"), request.path("layerName"))
        .map(ignored -> Reply.noContent());
  }

  private Future<Reply> numbers(ApiRequest request) {
    String name = request.path("layerName");
    Datetime when = request.params().text("datetime").map(Datetime::parse).orElse(Datetime.ALL);
    return SnapshotParameter.of(services, request)
        .compose(
            state -> {
              Cube.layer(state.snapshot(), name);
              String etag = SnapshotParameter.etag(request, state.snapshot());
              return request
                  .unchanged(etag, request.acceptsGzip())
                  .map(Future::succeededFuture)
                  .orElseGet(
                      () ->
                          services
                              .clouds()
                              .resolved(state, name, when)
                              .compose(
                                  time ->
                                      OffLoop.run(
                                          () -> LayerStatistics.of(state.snapshot(), name, time)))
                              .map(
                                  found ->
                                      Reply.json(LayerJson.statistics(name, found)).etag(etag)));
            });
  }

  private static Reply one(int status, Cube cube, String name) {
    DatasetSnapshot snapshot = cube.now();
    return Reply.json(status, LayerJson.of(cube, snapshot, Cube.layer(snapshot, name)));
  }
}
