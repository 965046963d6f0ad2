package io.glebe.api.spatio;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Body;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.core.cube.Cube;
import io.glebe.core.cube.GridBody;
import io.glebe.core.cube.LayerBody;
import io.glebe.core.cube.Pictures;
import io.glebe.core.cube.upload.UploadSpec;
import io.glebe.core.json.Json;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.Layer;
import io.vertx.core.Future;
import java.io.InputStream;
import java.util.List;

/** Cubes and their layers: initialise, list, create, describe, fill, delete. */
final class LayerRoutes {
  private static final String CUBE = "/collections/{collectionId}";
  private static final String LAYERS = CUBE + "/layers";
  private static final String LAYER = LAYERS + "/{layerName}";

  private final SpatioServices services;

  LayerRoutes(SpatioServices services) {
    this.services = services;
  }

  void contribute(RouteTable.Builder routes) {
    routes.both(
        POST,
        CUBE + "/zarr/init",
        operation("initialiseCube", "Makes the empty raster cube", "data:update", this::initialise)
            .body(Body.JSON));
    routes.both(
        GET, CUBE + "/time", operation("getTimes", "Lists the dates", "data:read", this::times));
    routes.both(GET, LAYERS, operation("listLayers", "Lists the layers", "data:read", this::list));
    routes.both(
        POST,
        LAYERS,
        operation("createLayer", "Adds an empty layer", "data:update", this::create)
            .body(Body.JSON));
    routes.both(GET, LAYER, operation("getLayer", "Reads a layer", "data:read", this::get));
    routes.both(
        DELETE, LAYER, operation("deleteLayer", "Removes a layer", "data:update", this::delete));
    routes.both(
        PUT,
        LAYER + "/metadata",
        operation("describeLayer", "Changes the description", "data:update", this::describe)
            .body(Body.JSON));
    routes.both(
        PUT,
        LAYER + "/data/binary",
        operation("putLayerData", "Writes slices from raw cells or .npy", "data:update", this::fill)
            .takes(
                Parameter.query("datetime", "one time for each slice, separated by commas"),
                Parameter.query("dtype", "type of raw cells, such as uint16 or <f4"),
                Parameter.query("window", "column,row,width,height of the part that is written"))
            .body(Body.stream()));
  }

  private static Operation operation(
      String id, String summary, String permission, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint).permission(permission).tag("layers");
  }

  private Future<Reply> initialise(ApiRequest request) {
    String id = request.path("collectionId");
    return services
        .layers()
        .initialise(request.caller(), id, GridBody.parse(request.json()))
        .map(
            cube ->
                Reply.json(201, LayerJson.grid(cube.dataset().grid()))
                    .location(CollectionJson.base(id, request) + "/layers"));
  }

  private Future<Reply> times(ApiRequest request) {
    return services
        .layers()
        .cubeIfAny(request.caller(), request.path("collectionId"))
        .map(
            cube -> {
              ObjectNode json = Json.object();
              ArrayNode times = json.putArray("times");
              cube.ifPresent(
                  open -> Cube.instants(open.now()).forEach(at -> times.add(at.toString())));
              json.put("unit", "ISO 8601").put("calendar", "proleptic_gregorian");
              return Reply.json(json);
            });
  }

  private Future<Reply> list(ApiRequest request) {
    return services
        .layers()
        .cubeIfAny(request.caller(), request.path("collectionId"))
        .map(
            cube -> {
              ObjectNode json = Json.object();
              ArrayNode layers = json.putArray("layers");
              cube.ifPresent(open -> layers(open.now(), layers));
              cube.ifPresent(open -> json.set("grid", LayerJson.grid(open.dataset().grid())));
              return Reply.json(json);
            });
  }

  private static void layers(DatasetSnapshot snapshot, ArrayNode layers) {
    snapshot.layers().forEach(layer -> layers.add(LayerJson.of(snapshot, layer)));
    List<String> bands = snapshot.layers().stream().map(Layer::name).toList();
    Pictures.composites(snapshot).forEach(composite -> layers.add(LayerJson.of(composite, bands)));
  }

  private Future<Reply> create(ApiRequest request) {
    Layer layer = LayerBody.create(request.json());
    return services
        .layers()
        .create(request.caller(), request.path("collectionId"), layer)
        .map(
            cube ->
                one(201, cube, layer.name())
                    .location(
                        CollectionJson.base(request.path("collectionId"), request)
                            + "/layers/"
                            + layer.name()));
  }

  private Future<Reply> get(ApiRequest request) {
    return services
        .layers()
        .cube(request.caller(), request.path("collectionId"))
        .map(cube -> one(200, cube, request.path("layerName")));
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

  private Future<Reply> fill(ApiRequest request) {
    UploadSpec spec = UploadQuery.parse(request);
    InputStream body = request.input();
    return services
        .layers()
        .upload(request.caller(), request.path("collectionId"), spec, body)
        .map(
            snapshot -> {
              ObjectNode json = Json.object().put("layer", spec.layer());
              ArrayNode written = json.putArray("datetime");
              spec.instants().forEach(at -> written.add(at.toString()));
              json.put("snapshot", snapshot.version());
              return Reply.json(json);
            });
  }

  private static Reply one(int status, Cube cube, String name) {
    DatasetSnapshot snapshot = cube.now();
    return Reply.json(status, LayerJson.of(snapshot, Cube.layer(snapshot, name)));
  }
}
