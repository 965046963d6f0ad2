package io.glebe.api.spatio.tile;

import static io.vertx.core.http.HttpMethod.GET;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.ogc.Links;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.tile.grid.TileMatrix;
import io.glebe.tile.grid.TileMatrixSet;
import io.vertx.core.Future;
import java.util.Arrays;

/** The tile matrix sets, in the form of the OGC Two Dimensional Tile Matrix Set standard. */
public final class TileMatrixSetRoutes {
  private static final String LIST = "/tileMatrixSets";
  private static final String BELOW_COLLECTIONS = "/collections/tileMatrixSets";

  public void contribute(RouteTable.Builder routes) {
    Operation list =
        Operation.of("listTileMatrixSets", "Lists tile matrix sets", Guard.SPATIO, this::list)
            .answers(
                DocumentedResponse.json(200, "the tile matrix sets", TilesetSchemas.matrixSets()))
            .tag("tiles");
    Operation one =
        Operation.of("getTileMatrixSet", "Describes a tile matrix set", Guard.SPATIO, this::one)
            .answers(
                DocumentedResponse.json(200, "the tile matrix set", TilesetSchemas.matrixSet()))
            .tag("tiles");
    routes.v2AndLegacy(GET, LIST, list).v2AndLegacy(GET, LIST + "/{tmsId}", one);
    routes
        .get(Surface.LEGACY, BELOW_COLLECTIONS, list)
        .get(Surface.LEGACY, BELOW_COLLECTIONS + "/{tmsId}", one);
  }

  /** The set of that id; 404 with the list of existing ones. */
  static TileMatrixSet require(String id) {
    return TileMatrixSet.byId(id)
        .orElseThrow(
            () ->
                Problem.notFound(
                    "there is no tile matrix set '"
                        + id
                        + "'; there are "
                        + String.join(
                            ", ",
                            Arrays.stream(TileMatrixSet.values())
                                .map(TileMatrixSet::id)
                                .toList())));
  }

  private Future<Reply> list(ApiRequest request) {
    ObjectNode json = Json.object();
    ArrayNode sets = json.putArray("tileMatrixSets");
    for (TileMatrixSet set : TileMatrixSet.values()) {
      ObjectNode entry = sets.addObject();
      entry.put("id", set.id()).put("title", set.title()).put("uri", set.uri());
      Links.add(
          entry.putArray("links"),
          "self",
          request.links().to(request.surface(), LIST + "/" + set.id()),
          "application/json",
          set.title());
    }
    TileMatrixSet mercator = TileMatrixSet.WEB_MERCATOR_QUAD;
    ObjectNode vector = sets.addObject().put("id", VectorTileReplies.SET);
    vector.put("title", mercator.title()).put("uri", mercator.uri());
    Links.add(
        vector.putArray("links"),
        "self",
        request.links().to(request.surface(), LIST + "/" + VectorTileReplies.SET),
        "application/json",
        mercator.title());
    return Future.succeededFuture(Reply.json(json));
  }

  private Future<Reply> one(ApiRequest request) {
    String id = request.path("tmsId");
    TileMatrixSet set =
        id.equals(VectorTileReplies.SET) ? TileMatrixSet.WEB_MERCATOR_QUAD : require(id);
    ObjectNode json = Json.object().put("id", id).put("title", set.title());
    json.put("uri", set.uri()).put("crs", set.crs());
    json.putArray("orderedAxes").add("X").add("Y");
    ArrayNode matrices = json.putArray("tileMatrices");
    for (int zoom = 0; zoom <= TileMatrixSet.MAX_ZOOM; zoom++) {
      matrices.add(matrix(set.matrix(zoom)));
    }
    return Future.succeededFuture(Reply.json(json));
  }

  private static ObjectNode matrix(TileMatrix matrix) {
    ObjectNode json = Json.object().put("id", matrix.id());
    json.put("scaleDenominator", matrix.scaleDenominator()).put("cellSize", matrix.cellSize());
    json.put("cornerOfOrigin", "topLeft");
    json.putArray("pointOfOrigin").add(matrix.originX()).add(matrix.originY());
    json.put("tileWidth", TileMatrix.TILE_SIZE).put("tileHeight", TileMatrix.TILE_SIZE);
    json.put("matrixWidth", matrix.columns()).put("matrixHeight", matrix.rows());
    return json;
  }
}
