package io.glebe.api.spatio.collection;

import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Params;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.ogc.Links;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.snapshot.SnapshotSelector;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.zarr.dataset.SnapshotChange;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/** The history of a cube, and the return to an earlier snapshot. */
public final class SnapshotRoutes {
  private static final String SNAPSHOTS = "/collections/{collectionId}/snapshots";
  private static final int MOST = 100;
  private static final int USUAL = 20;
  private static final int MAX_LAYERS = 1_000;

  private final SpatioServices services;

  public SnapshotRoutes(SpatioServices services) {
    this.services = services;
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        SNAPSHOTS,
        operation("listSnapshots", "Lists what changed the cube, the newest first", this::list)
            .answers(DocumentedResponse.json(200, "a page", LayerSchemas.changes()))
            .requires(Permission.read("data"))
            .takes(
                Parameter.query(
                    "limit", "entries of a page", Schemas.integer(1, MOST).put("default", USUAL)),
                Parameter.query("before", "only versions before this one", Schemas.count())));
    routes.v2AndLegacy(
        GET,
        SNAPSHOTS + "/{version}",
        operation("getSnapshot", "Reads one change of the cube", this::get)
            .answers(DocumentedResponse.json(200, "the change", LayerSchemas.change()))
            .requires(Permission.read("data")));
    routes.v2AndLegacy(
        POST,
        SNAPSHOTS + "/{version}/restore",
        operation("restoreSnapshot", "Makes an earlier state the newest", this::restore)
            .answers(DocumentedResponse.json(200, "the new state", LayerSchemas.restored()))
            .requires(Permission.update("data"))
            .takes(
                Parameter.query(
                    "layers",
                    "layers that go back; else the whole cube",
                    Schemas.list(QuerySchemas.layerName(), 1, MAX_LAYERS))));
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint)
        .tag("layers")
        .refuses(ProblemType.CONFLICT, ProblemType.GONE);
  }

  private static long version(String name, String text) {
    OptionalLong version =
        text.matches("\\d{1,12}") ? SnapshotSelector.parse(text).version() : OptionalLong.empty();
    return version.orElseThrow(
        () -> Problem.malformedParameter(name, "is the number of a version"));
  }

  private Future<Reply> list(ApiRequest request) {
    Params params = request.params();
    int limit = params.integer("limit", USUAL, 1, MOST);
    long before = params.text("before").map(t -> version("before", t)).orElse(Long.MAX_VALUE);
    String id = request.path("collectionId");
    return services
        .layers()
        .history(request.caller(), id, before, limit)
        .map(
            history -> {
              ObjectNode json = Json.object();
              ArrayNode list = json.putArray("snapshots");
              history.forEach(change -> list.add(json(change)));
              if (history.size() == limit && history.getLast().version() > 1) {
                Links.add(
                    json.putArray("links"),
                    "next",
                    CollectionJson.base(id, request)
                        + "/snapshots?limit="
                        + limit
                        + "&before="
                        + history.getLast().version(),
                    "application/json",
                    "earlier ones");
              }
              return Reply.json(json);
            });
  }

  private Future<Reply> get(ApiRequest request) {
    long version = version("version", request.path("version"));
    return services
        .layers()
        .history(request.caller(), request.path("collectionId"), version + 1, 1)
        .map(
            found ->
                found.stream()
                    .filter(change -> change.version() == version)
                    .findFirst()
                    .map(change -> Reply.json(json(change)))
                    .orElseThrow(
                        () ->
                            Problem.notFound(
                                "snapshot " + version + " is not stored, or no longer")));
  }

  private Future<Reply> restore(ApiRequest request) {
    long version = version("version", request.path("version"));
    Set<String> layers = new HashSet<>(request.params().list("layers", MAX_LAYERS));
    return services
        .layers()
        .restore(request.caller(), request.path("collectionId"), version, layers)
        .map(
            state ->
                Reply.json(
                    Json.object()
                        .put("snapshot", state.snapshot().version())
                        .put("restored", version)));
  }

  private static ObjectNode json(SnapshotChange change) {
    ObjectNode json =
        Json.object()
            .put("version", change.version())
            .put("committedAt", change.committedAt().toString());
    ArrayNode layers = json.putArray("layers");
    for (SnapshotChange.LayerChange one : change.layers()) {
      layers
          .addObject()
          .put("layer", one.layer())
          .put("added", one.added())
          .put("replaced", one.replaced())
          .put("removed", one.removed())
          .put("described", one.described());
    }
    return json;
  }
}
