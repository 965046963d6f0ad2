package io.glebe.api.spatio.tile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Params;
import io.glebe.api.http.Reply;
import io.glebe.api.http.header.Conditional;
import io.glebe.api.ogc.SpatialFilter;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.api.spatio.common.SnapshotParameter;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.api.spatio.map.RenderingParams;
import io.glebe.api.spatio.map.RenderingReplies;
import io.glebe.core.access.Action;
import io.glebe.core.cql.Cql;
import io.glebe.core.cube.item.VectorTiles;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.geo.Crs;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.OffLoop;
import io.glebe.tile.grid.TileId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Vector tiles and their metadata. Every unknown parameter filters by the property of that name:
 * {@code ?crop=wheat,maize&village=north}.
 */
public final class VectorTileReplies {
  /** Web Mercator for vector tiles. */
  public static final String SET = "WebMercatorQuad-Vector";

  public static final String MVT = "application/vnd.mapbox-vector-tile";
  private static final List<String> FORMS = List.of("mvt", "pbf", MVT);

  /** Parameters of TileJSON that are not those of its tiles. */
  private static final Set<String> OF_DOCUMENT = Set.of("v", "f");

  private static final Set<String> OURS =
      Set.of("v", "f", "datetime", "filter", "filter-lang", "layers", "tilesize");

  /** Parameters of tiles of a cube. */
  private static final Set<String> OF_CUBES =
      Stream.concat(RenderingParams.names(), Stream.of(SnapshotParameter.AS_OF.name()))
          .filter(name -> !OURS.contains(name))
          .collect(Collectors.toSet());

  private static final Pattern ROW = Pattern.compile("(\\d{1,9})(\\.mvt|\\.pbf)?");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(\\.\\d{1,15})?");
  static final int MAX_ZOOM = 22;
  private static final int MAX_FILTERS = 20;
  private static final int MAX_VALUES = 100;

  private final SpatioServices services;
  private final VectorTiles tiles;

  VectorTileReplies(SpatioServices services) {
    this.services = services;
    this.tiles = services.vectorTiles();
  }

  Future<Reply> tile(ApiRequest request) {
    VectorTiles.TileQuery query =
        request
            .cachedForTarget(VectorTiles.TileQuery.class)
            .orElseGet(() -> completeQuery(request));
    return services
        .collections()
        .require(request.caller(), request.path("collectionId"), Action.READ)
        .map(VectorTileReplies::requireFeatures)
        .compose(
            collection ->
                tiles
                    .version(collection, query)
                    .compose(
                        version ->
                            request
                                .unchanged(version.etag(), request.acceptsGzip())
                                .map(
                                    held ->
                                        Future.succeededFuture(fresh(request, collection, held)))
                                .orElseGet(() -> render(request, collection, query, version))));
  }

  /** The collection; 404 for one whose list of tilesets has none of features. */
  static CubeCollection requireFeatures(CubeCollection collection) {
    if (!collection.hasFeatures()) {
      throw Problem.notFound("the collection has no features, and so no tileset " + SET);
    }
    return collection;
  }

  private VectorTiles.TileQuery completeQuery(ApiRequest request) {
    request.params().choice("f", FORMS);
    TileId tile = tile(request.path("z"), request.path("x"), request.path("y"), request);
    VectorTiles.TileQuery query = query(request, tile);
    request.cacheForTarget(query);
    return query;
  }

  private Future<Reply> render(
      ApiRequest request,
      CubeCollection collection,
      VectorTiles.TileQuery query,
      VectorTiles.Version version) {
    CompletableFuture<VectorTiles.Tile> rendering = tiles.tile(collection, query, version);
    Context context = Vertx.currentContext();
    if (!rendering.isDone()) {
      request.raw().response().closeHandler(ignored -> rendering.cancel(false));
    }
    return Future.fromCompletionStage(rendering, context)
        .recover(failure -> Future.failedFuture(RenderingReplies.explain(failure)))
        .compose(tile -> tile.isEmpty() ? empty(request, collection, query) : reply(request, tile))
        .map(
            reply -> {
              boolean gzip = reply.has("Content-Encoding");
              return fresh(request, collection, reply.etag(Conditional.etag(version.etag(), gzip)));
            });
  }

  /** A filter by a property that no feature has is refused, where it leaves nothing. */
  private Future<Reply> empty(
      ApiRequest request, CubeCollection collection, VectorTiles.TileQuery query) {
    return query.query().filter().isEmpty()
        ? Future.succeededFuture(Reply.noContent())
        : requireKnown(request, collection).map(ignored -> Reply.noContent());
  }

  /** Refuses filters by properties that no feature has. */
  private Future<Void> requireKnown(ApiRequest request, CubeCollection collection) {
    Map<String, String> values = new TreeMap<>();
    filters(request).keySet().forEach(name -> values.put(name, ""));
    FeatureQuery named =
        new FeatureQuery(
            Optional.empty(),
            Optional.empty(),
            SpatialFilter.filter(request.params(), services.filters(), Crs.CRS84),
            values,
            List.of(),
            List.of(),
            List.of(),
            PageRequest.first(1));
    return services.items().requireKnown(collection, named);
  }

  private static Future<Reply> reply(ApiRequest request, VectorTiles.Tile tile) {
    boolean compressed = request.acceptsGzip();
    Future<byte[]> bytes =
        compressed
            ? Future.succeededFuture(tile.gzip())
            : OffLoop.run(
                () -> new GZIPInputStream(new ByteArrayInputStream(tile.gzip())).readAllBytes());
    return bytes.map(
        body -> {
          Reply reply = Reply.bytes(MVT, RenderingReplies.wrapped(body));
          if (compressed) {
            reply.header("Content-Encoding", "gzip");
          }
          return tile.complete() ? reply : reply.header("Glebe-Tile-Complete", "false");
        });
  }

  private static Reply fresh(ApiRequest request, CubeCollection collection, Reply reply) {
    return RenderingReplies.immutableIfVersioned(request, collection.dataVersion()).apply(reply);
  }

  private static TileId tile(String zoom, String column, String row, ApiRequest request) {
    Matcher last = ROW.matcher(row);
    if (!last.matches()) {
      throw Problem.malformedParameter("y", "must be a tile row, as in 5829 or 5829.mvt");
    }
    int z = request.pathInteger("z", 0, Integer.MAX_VALUE);
    int x = request.pathInteger("x", 0, Integer.MAX_VALUE);
    int y = Integer.parseInt(last.group(1));
    if (z > MAX_ZOOM || x >= 1 << z || y >= 1 << z) {
      throw Problem.notFound(
          "there is no tile " + zoom + "/" + column + "/" + row + "; zooms are 0 to " + MAX_ZOOM);
    }
    return new TileId(z, x, y);
  }

  private VectorTiles.TileQuery query(ApiRequest request, TileId tile) {
    TilePath.size(request.params()); // has no effect here, but must be right
    request.params().count("v");
    request.params().choice("layers", List.of(request.path("collectionId")));
    List<Cql> terms = new ArrayList<>();
    SpatialFilter.filter(request.params(), services.filters(), Crs.CRS84).ifPresent(terms::add);
    Map<String, List<String>> filters = filters(request);
    filters.forEach((name, values) -> terms.add(oneOf(name, values)));
    FeatureQuery query =
        FeatureQuery.of(
            terms.isEmpty() ? Optional.empty() : Optional.of(new Cql.And(terms)),
            request.params().text("datetime").filter(t -> !t.isEmpty()).map(Datetime::interval),
            PageRequest.first(1));
    String canonical =
        filters
            + "\n"
            + request.params().text("filter-lang").orElse("")
            + "\n"
            + request.params().text("filter").orElse("")
            + "\n"
            + request.params().text("datetime").orElse("");
    boolean placeless = request.params().text("filter").isEmpty();
    return new VectorTiles.TileQuery(tile, query, placeless, canonical);
  }

  private static Map<String, List<String>> filters(ApiRequest request) {
    Map<String, List<String>> filters = new TreeMap<>();
    for (String name : request.params().names()) {
      if (OURS.contains(name) || Params.isCredential(name)) {
        continue;
      }
      if (OF_CUBES.contains(name)) {
        throw Problem.malformedParameter(
            name, "is for tiles of a cube; compare a property of this name in filter");
      }
      List<String> values = request.params().list(name, MAX_VALUES);
      if (!values.isEmpty()) {
        filters.put(name, values.stream().sorted().distinct().toList());
      }
    }
    if (filters.size() > MAX_FILTERS) {
      throw Problem.malformed("a tile accepts at most " + MAX_FILTERS + " filters");
    }
    return filters;
  }

  /** A property may hold the value as text or as number. */
  private static Cql oneOf(String name, List<String> values) {
    List<Cql> items = new ArrayList<>();
    for (String value : values) {
      items.add(new Cql.Text(value));
      if (NUMBER.matcher(value).matches()) {
        items.add(new Cql.Number(new BigDecimal(value)));
      }
      if (value.equals("true") || value.equals("false")) {
        items.add(new Cql.Truth(value.equals("true")));
      }
    }
    return new Cql.In(new Cql.Property(name), items);
  }

  Future<Reply> tileJson(ApiRequest request) {
    String id = request.path("collectionId");
    query(request, new TileId(0, 0, 0));
    return services
        .collections()
        .read(request.caller(), id)
        .map(VectorTileReplies::requireFeatures)
        .compose(
            collection ->
                requireKnown(request, collection)
                    .compose(known -> services.items().queryables(request.caller(), id))
                    .map(types -> Reply.json(document(request, collection, types))));
  }

  private static ObjectNode document(
      ApiRequest request, CubeCollection collection, Map<String, List<String>> types) {
    ObjectNode json = Json.object().put("tilejson", "3.0.0").put("name", collection.title());
    json.put("version", "1.0.0").put("scheme", "xyz").put("attribution", "");
    json.putArray("tiles").add(template(request, collection));
    json.put("minzoom", 0).put("maxzoom", MAX_ZOOM);
    collection
        .extent()
        .ifPresent(
            extent -> {
              json.putArray("bounds")
                  .add(extent.west())
                  .add(extent.south())
                  .add(extent.east())
                  .add(extent.north());
              json.putArray("center")
                  .add((extent.west() + extent.east()) / 2)
                  .add((extent.south() + extent.north()) / 2)
                  .add(zoom(extent));
            });
    ObjectNode layer = json.putArray("vector_layers").addObject().put("id", collection.id());
    layer.put("description", collection.title()).put("minzoom", 0).put("maxzoom", MAX_ZOOM);
    ObjectNode fields = layer.putObject("fields").put("id", "String");
    types.forEach((name, found) -> fields.put(name, word(found)));
    return json;
  }

  /** The zoom at which the data fill about one tile. */
  private static int zoom(CubeCollection.Extent extent) {
    double width = Math.max(extent.east() - extent.west(), extent.north() - extent.south());
    return (int) Math.clamp(Math.floor(Math.log(360 / Math.max(width, 1e-6)) / Math.log(2)), 0, 18);
  }

  private static String word(List<String> types) {
    List<String> real = types.stream().filter(type -> !type.equals("null")).toList();
    return switch (real.size() == 1 ? real.getFirst() : "") {
      case "number" -> "Number";
      case "boolean" -> "Boolean";
      default -> "String";
    };
  }

  private static String template(ApiRequest request, CubeCollection collection) {
    StringBuilder query = new StringBuilder("?v=").append(collection.dataVersion());
    for (String name : request.params().names()) {
      if (!OF_DOCUMENT.contains(name) && !Params.isCredential(name)) {
        for (String value : request.params().all(name)) {
          query.append('&').append(encoded(name)).append('=').append(encoded(value));
        }
      }
    }
    request.params().credentialQuery().ifPresent(token -> query.append('&').append(token));
    return CollectionJson.base(collection.id(), request)
        + "/tiles/"
        + request.path("tmsId")
        + "/{z}/{x}/{y}"
        + query;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
