package io.glebe.api.spatio.tile;

import static io.vertx.core.http.HttpMethod.GET;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.EncodedReply;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.ogc.Links;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.api.spatio.common.SnapshotParameter;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.api.spatio.common.ViewableEndpoint;
import io.glebe.api.spatio.map.RenderingParams;
import io.glebe.api.spatio.map.RenderingReplies;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.rendering.RenderingQuery;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.rendering.ResolvedRendering;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemType;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.engine.TileKey;
import io.glebe.tile.engine.TileRequest;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Raster tiles and their metadata for viewers. */
public final class TileRoutes {
  private static final String TILES = "/collections/{collectionId}/tiles";
  private static final String SET = TILES + "/{tmsId}";

  private static final List<String> PNG = List.of("png", TileEngine.PNG);

  /** Maximum length of the name of a media type in characters. */
  private static final int MAX_FORMAT = 50;

  private final SpatioServices services;
  private final RenderingReplies replies;
  private final VectorTileReplies vectors;

  public TileRoutes(SpatioServices services) {
    this.services = services;
    this.replies = new RenderingReplies(services.engine());
    this.vectors = new VectorTileReplies(services);
  }

  public void contribute(RouteTable.Builder routes) {
    Operation sets =
        operation("listTilesets", "Lists the tilesets", this::sets)
            .answers(DocumentedResponse.json(200, "the tilesets", TilesetSchemas.list()));
    Operation set =
        operation("getTileset", "Describes a tileset", this::set)
            .answers(DocumentedResponse.json(200, "the tileset", TilesetSchemas.tileset()));
    routes.v2AndLegacy(GET, TILES, sets).v2AndLegacy(GET, SET, set);
    routes.v2AndLegacy(
        GET,
        SET + "/tilejson.json",
        withRenderingParameters(
            viewable("getTileJson", "Describes tiles as TileJSON 3.0", this::tileJson)
                .answers(
                    DocumentedResponse.json(200, "TileJSON 3.0", TilesetSchemas.tileJson())
                        .with(ResponseHeader.ETAG.ifAny()))));
    Operation tile =
        withRenderingParameters(
                viewable(
                    "collection.getTile",
                    "Renders a tile as PNG, or of features as MVT",
                    this::tile))
            .takes(
                Parameter.query(
                    "f", "png, of a vector tile mvt or pbf", QuerySchemas.like(MAX_FORMAT, "png")))
            .answers(
                DocumentedResponse.of(200, "the tile as an image", TileEngine.PNG)
                    .with(ResponseHeader.ETAG),
                DocumentedResponse.of(200, "the tile of features", VectorTileReplies.MVT)
                    .with(ResponseHeader.ETAG, ResponseHeader.TILE_COMPLETE),
                DocumentedResponse.empty(204, "a vector tile without features")
                    .with(ResponseHeader.ETAG));
    routes.v2AndLegacy(GET, SET + "/{z}/{x}/{y}", tile);
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint)
        .requires(Permission.read("data"))
        .tag("tiles")
        .refuses(ProblemType.CONFLICT);
  }

  private Operation viewable(String id, String summary, Endpoint endpoint) {
    return operation(id, summary, new ViewableEndpoint(services, endpoint))
        .alsoOfViewers()
        .limitedAs(LimitClass.TILE);
  }

  private Operation withRenderingParameters(Operation operation) {
    return operation
        .takes(RenderingParams.declared(services.expressionCharacters()))
        .takes(
            Parameter.query("tilesize", "pixels of a side", TilesetSchemas.tilesize()),
            Parameter.query(
                "filter",
                "CQL2, of a vector tile; refused for a collection with a cube",
                QuerySchemas.filter(services.filters().characters())),
            Parameter.query(
                "filter-lang",
                "language of filter; refused for a collection with a cube",
                QuerySchemas.filterLanguage()),
            Parameter.properties(
                "of a vector tile: features whose property has one of these values"),
            RenderingParams.VERSION,
            SnapshotParameter.AS_OF)
        .refuses(ProblemType.GONE);
  }

  /** The set of features, and Web Mercator of a collection without a cube, return vector tiles. */
  private Future<Reply> either(ApiRequest request, Endpoint vector, Endpoint raster) {
    String set = request.path("tmsId");
    if (set.equals(VectorTileReplies.SET)) {
      return vector.handle(request);
    }
    if (!set.equals(TileMatrixSet.WEB_MERCATOR_QUAD.id())) {
      return rasterOnly(request, raster);
    }
    return services
        .layers()
        .cubeIfAny(request.caller(), request.path("collectionId"))
        .compose(cube -> cube.isPresent() ? rasterOnly(request, raster) : vector.handle(request));
  }

  /** Raster tiles have no filters by property. */
  private static Future<Reply> rasterOnly(ApiRequest request, Endpoint raster) {
    request.params().refuseUnknown(request.operation().queryNames());
    return raster.handle(request);
  }

  /** Serves cached tiles for callers that the connection does not know yet. */
  private Future<Reply> tile(ApiRequest request) {
    Optional<EncodedReply> ready =
        request
            .cachedForTarget(CachedTileResponse.class)
            .flatMap(known -> known.answer(request.caller(), request.header("If-None-Match")));
    if (ready.isPresent()) {
      return Future.succeededFuture(Reply.ready(ready.get()));
    }
    request.params().count("v");
    return either(request, vectors::tile, this::rendering);
  }

  private Future<Reply> tileJson(ApiRequest request) {
    request.params().count("v");
    return either(request, vectors::tileJson, this::renderingJson);
  }

  private Future<Reply> rendering(ApiRequest request) {
    TilePath path = TilePath.parse(request);
    RenderingParams.refuseFilter(request.params());
    request.params().choice("f", PNG);
    RenderingQuery query = RenderingParams.parse(request, services.expressionCharacters());
    return SnapshotParameter.of(services, request)
        .compose(
            state ->
                services
                    .clouds()
                    .resolved(state, query)
                    .compose(resolved -> rendering(request, path, state, resolved)));
  }

  private Future<Reply> rendering(
      ApiRequest request, TilePath path, CubeState state, RenderingQuery query) {
    ResolvedRendering rendering = RenderingResolver.resolve(state.cube(), state.snapshot(), query);
    TileRequest tile =
        TileRequest.tile(
                rendering.grid(),
                rendering.slices(),
                rendering.rendering(),
                path.set(),
                path.tile(),
                path.size())
            .with(query.resampling());
    TileRequest requested =
        query.nodata().isPresent() ? tile.withNodata(query.nodata().getAsDouble()) : tile;
    TileKey key = requested.key();
    long version = state.snapshot().version();
    if (SnapshotParameter.asOf(request).isEmpty()) {
      request.cacheForTarget(
          new CachedTileResponse(
              services.engine().cache(),
              services.layers().accessCache(request.path("collectionId")),
              state.snapshot(),
              key,
              RenderingReplies.immutableIfVersioned(request, version),
              services.sharedCaching()));
    }
    return replies.reply(request, requested, key, version);
  }

  private Future<Reply> renderingJson(ApiRequest request) {
    TilePath.size(request.params());
    RenderingParams.refuseFilter(request.params());
    TileMatrixSet set = TileMatrixSetRoutes.require(request.path("tmsId"));
    RenderingQuery query = RenderingParams.parse(request, services.expressionCharacters());
    return SnapshotParameter.of(services, request)
        .compose(
            state ->
                services
                    .clouds()
                    .resolved(state, query)
                    .map(
                        resolved -> {
                          DatasetSnapshot snapshot = state.snapshot();
                          ResolvedRendering rendering =
                              RenderingResolver.resolve(state.cube(), snapshot, resolved);
                          TilesetJson json = new TilesetJson(request, state.cube(), snapshot, set);
                          return Reply.json(json.tileJson(rendering)).etag(json.etag());
                        }));
  }

  private Future<Reply> sets(ApiRequest request) {
    String id = request.path("collectionId");
    return services
        .collections()
        .read(request.caller(), id)
        .compose(
            found ->
                services
                    .layers()
                    .cubeIfAny(request.caller(), id)
                    .map(cube -> sets(request, found, cube)));
  }

  private static Reply sets(ApiRequest request, CubeCollection collection, Optional<Cube> cube) {
    ObjectNode json = Json.object();
    ArrayNode sets = json.putArray("tilesets");
    cube.ifPresent(
        open -> {
          for (TileMatrixSet set : TileMatrixSet.values()) {
            sets.add(new TilesetJson(request, open, open.now(), set).brief());
          }
        });
    if (collection.hasFeatures()) {
      sets.add(new VectorTilesetJson(request, collection, VectorTileReplies.SET).brief());
    }
    Links.add(
        json.putArray("links"),
        "self",
        CollectionJson.base(collection.id(), request) + "/tiles",
        "application/json",
        "the tilesets");
    return Reply.json(json);
  }

  private Future<Reply> set(ApiRequest request) {
    String id = request.path("collectionId");
    return either(
        request,
        incoming ->
            services
                .collections()
                .read(request.caller(), id)
                .map(VectorTileReplies::requireFeatures)
                .map(found -> Reply.json(vectors(request, found).full())),
        incoming -> {
          TileMatrixSet set = TileMatrixSetRoutes.require(request.path("tmsId"));
          return cube(request)
              .map(cube -> Reply.json(new TilesetJson(request, cube, cube.now(), set).full()));
        });
  }

  private static VectorTilesetJson vectors(ApiRequest request, CubeCollection collection) {
    return new VectorTilesetJson(request, collection, request.path("tmsId"));
  }

  private Future<Cube> cube(ApiRequest request) {
    return services.layers().cube(request.caller(), request.path("collectionId"));
  }
}
