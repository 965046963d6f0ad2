package io.glebe.api.spatio.map;

import static io.vertx.core.http.HttpMethod.GET;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Params;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.ogc.SpatialFilter;
import io.glebe.api.spatio.common.DocumentETag;
import io.glebe.api.spatio.common.SnapshotParameter;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.api.spatio.common.ViewableEndpoint;
import io.glebe.core.access.Permission;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.cube.item.StoredItem;
import io.glebe.core.cube.map.FeatureRendering;
import io.glebe.core.cube.map.MapFrame;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.rendering.RenderingQuery;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.rendering.ResolvedRendering;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.cube.style.StyleRendering;
import io.glebe.core.geo.Crs;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.OffLoop;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.engine.TileRequest;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Geographic;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.locationtech.jts.geom.Envelope;

/** Maps: a box of a collection as one image. */
public final class MapRoutes {
  private static final String MAP = "/collections/{collectionId}/map";

  /** Heap of the process for each map of features that is rendered. */
  private static final long HEAP_OF_MAP = 512L << 20;

  private static final int MOST_MAPS = 64;

  /** Maps of one caller that wait for their turn; the next gets 429. */
  private static final int MAPS_WAITING = 100;

  /** Maximum length of a colour in characters. */
  private static final int MAX_COLOUR = 50;

  private final SpatioServices services;
  private final RenderingReplies replies;
  private final SharedPlaces rendering =
      new SharedPlaces(
          "maps of features",
          Math.clamp(Runtime.getRuntime().maxMemory() / HEAP_OF_MAP, 1, MOST_MAPS),
          1,
          MAPS_WAITING);

  public MapRoutes(SpatioServices services) {
    this.services = services;
    this.replies = new RenderingReplies(services.engine());
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        MAP,
        operation("getMap", "Says which maps can be rendered", this::capabilities)
            .answers(
                DocumentedResponse.json(200, "which maps can be rendered", MapSchemas.maps())));
    routes.v2AndLegacy(
        GET,
        MAP + "/render",
        operation("renderMap", "Renders a map as PNG", new ViewableEndpoint(services, this::render))
            .alsoOfViewers()
            .limitedAs(LimitClass.TILE)
            .takes(SnapshotParameter.AS_OF)
            .refuses(ProblemType.GONE)
            .takes(RenderingParams.declared(services.expressionCharacters()))
            .takes(
                Parameter.query(
                    "bbox",
                    "four numbers; absent shows all data",
                    Schemas.list(Schemas.number(), 4, 4)),
                Parameter.query(
                    "bbox-crs",
                    "system of bbox; degrees when they can be degrees",
                    QuerySchemas.crs()),
                Parameter.query(
                    "crs",
                    "coordinate system of the image, EPSG:3857 when absent",
                    QuerySchemas.crs()),
                Parameter.query("width", "pixels; follows from height and box when absent", side()),
                Parameter.query("height", "pixels; follows from width and box when absent", side()),
                Parameter.query("transparent", "false paints a background", Schemas.flag()),
                Parameter.query(
                    "bgcolor",
                    "colour of the background, white when absent",
                    QuerySchemas.like(MAX_COLOUR, "white", "#ffffff", "0xffffff")),
                Parameter.query(
                    "filter",
                    "CQL2 filter of a map of features; refused for a collection with a cube",
                    QuerySchemas.filter(services.filters().characters())),
                Parameter.query("filter-lang", "language of filter", QuerySchemas.filterLanguage()),
                RenderingParams.VERSION,
                Parameter.query("f", "form of the answer", Schemas.word("png", TileEngine.PNG)))
            .answers(
                DocumentedResponse.of(200, "the map", TileEngine.PNG).with(ResponseHeader.ETAG)));
  }

  private static ObjectNode side() {
    return Schemas.integer().put("minimum", 1);
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint)
        .requires(Permission.read("data"))
        .tag("maps");
  }

  private Future<Reply> capabilities(ApiRequest request) {
    String id = request.path("collectionId");
    return services
        .collections()
        .read(request.caller(), id)
        .compose(
            collection ->
                services
                    .layers()
                    .cubeIfAny(request.caller(), id)
                    .map(
                        cube -> {
                          MapJson json =
                              new MapJson(request, collection, cube, services.mapLimits());
                          return Reply.json(json.capabilities());
                        }));
  }

  private Future<Reply> render(ApiRequest request) {
    String id = request.path("collectionId");
    request.params().choice("f", List.of("png", TileEngine.PNG));
    request.params().count("v");
    request.params().choice("filter-lang", List.of("cql2-text", "cql2-json"));
    RenderingQuery requested = RenderingParams.parse(request, services.expressionCharacters());
    OptionalInt background = MapParams.background(request.params());
    return services
        .collections()
        .read(request.caller(), id)
        .compose(
            collection -> {
              MapFrame frame = MapParams.frame(request.params(), collection, services.mapLimits());
              return SnapshotParameter.ifAny(services, request)
                  .compose(
                      state ->
                          state.isPresent()
                              ? rendering(
                                  request,
                                  state.get(),
                                  frame,
                                  styled(collection, requested),
                                  background)
                              : features(request, collection, frame, background));
            });
  }

  /** A map without other parameters uses the style of the collection. */
  private RenderingQuery styled(CubeCollection collection, RenderingQuery requested) {
    boolean open =
        requested.layers().isEmpty()
            && requested.expression().isEmpty()
            && requested
                .style()
                .filter(style -> !style.equals(RenderingResolver.DEFAULT_STYLE))
                .isEmpty();
    return open
        ? collection
            .style()
            .flatMap(StyleRendering::query)
            .map(
                query ->
                    RenderingParams.parse(Params.ofQuery(query), services.expressionCharacters()))
            .map(found -> found.at(requested.when()))
            .orElse(requested)
        : requested;
  }

  private Future<Reply> rendering(
      ApiRequest request,
      CubeState state,
      MapFrame frame,
      RenderingQuery query,
      OptionalInt background) {
    RenderingParams.refuseFilter(request.params());
    return services
        .clouds()
        .resolved(state, query)
        .compose(resolved -> resolved(request, state, frame, resolved, background));
  }

  private Future<Reply> resolved(
      ApiRequest request,
      CubeState state,
      MapFrame frame,
      RenderingQuery query,
      OptionalInt background) {
    ResolvedRendering rendering = RenderingResolver.resolve(state.cube(), state.snapshot(), query);
    TileRequest map =
        new TileRequest(
            rendering.grid(),
            rendering.slices(),
            rendering.rendering(),
            frame.grid(),
            query.resampling(),
            background);
    TileRequest requested =
        query.nodata().isPresent() ? map.withNodata(query.nodata().getAsDouble()) : map;
    return replies.reply(request, requested, requested.key(), state.snapshot().version());
  }

  private Future<Reply> features(
      ApiRequest request, CubeCollection collection, MapFrame frame, OptionalInt background) {
    Params params = request.params();
    FeatureQuery query =
        FeatureQuery.of(
            SpatialFilter.filter(params, services.filters(), Crs.CRS84),
            params.text("datetime").filter(text -> !text.isEmpty()).map(Datetime::interval),
            PageRequest.first(1));
    String etag =
        DocumentETag.etag(
            String.join(
                "\n",
                collection.id(),
                collection.createdAt().toString(),
                Long.toString(collection.dataVersion()),
                frame.canonical(),
                background.toString(),
                params.text("filter").orElse(""),
                params.text("datetime").orElse("")));
    if (request.has(etag)) {
      return Future.succeededFuture(request.notModified(etag));
    }
    Bounds degrees = frame.grid().boundsIn(Geographic.INSTANCE);
    Envelope box = new Envelope(degrees.minX(), degrees.maxX(), degrees.minY(), degrees.maxY());
    return inTurn(
            request,
            () ->
                services
                    .items()
                    .inBox(collection.id(), box, query, services.mapLimits().features())
                    .compose(found -> known(collection, query, found))
                    .compose(found -> OffLoop.run(() -> png(frame, found, background))))
        .map(png -> Reply.bytes(TileEngine.PNG, Buffer.buffer(png)).etag(etag));
  }

  /** A filter by a property that no feature has is refused, where it leaves nothing. */
  private Future<List<StoredItem>> known(
      CubeCollection collection, FeatureQuery query, List<StoredItem> found) {
    return found.isEmpty() && query.filter().isPresent()
        ? services.items().requireKnown(collection, query).map(known -> found)
        : Future.succeededFuture(found);
  }

  private static byte[] png(MapFrame frame, List<StoredItem> found, OptionalInt background) {
    return FeatureRendering.png(
        frame, found.stream().flatMap(item -> item.geometry().stream()).toList(), background);
  }

  /** A map of features holds its features and its pixels, so few are rendered at a time. */
  private <T> Future<T> inTurn(ApiRequest request, Supplier<Future<T>> work) {
    SharedPlaces.Waiter waiter = rendering.inTurn(request.owner());
    ClientDeparture.of(request).then(waiter::giveUp);
    return waiter.place().compose(place -> place.during(work));
  }
}
