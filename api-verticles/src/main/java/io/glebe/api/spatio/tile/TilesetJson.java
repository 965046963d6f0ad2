package io.glebe.api.spatio.tile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.ogc.Links;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.rendering.ResolvedRendering;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.json.Json;
import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.grid.TileMatrix;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.ZoomSpan;
import io.glebe.zarr.dataset.DatasetSnapshot;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A tileset of a cube as TileJSON 3.0 and as OGC tileset metadata. */
final class TilesetJson {
  private static final String REL = "http://www.opengis.net/def/rel/ogc/1.0/";
  private static final int TILE = 256;
  private static final List<String> RENDERING_PARAMETERS =
      List.of(
          "layers",
          "style",
          "expression",
          "colormap_name",
          "colormap",
          "rescale",
          "nodata",
          "resampling",
          "tilesize");

  private final ApiRequest request;
  private final Cube cube;
  private final DatasetSnapshot snapshot;
  private final TileMatrixSet set;
  private final CubeCollection.Extent extent;

  TilesetJson(ApiRequest request, Cube cube, DatasetSnapshot snapshot, TileMatrixSet set) {
    this.request = request;
    this.cube = cube;
    this.snapshot = snapshot;
    this.set = set;
    this.extent = cube.extent(snapshot);
  }

  /** The entity tag: it changes with the data and with the request. */
  String etag() {
    String value = Optional.ofNullable(request.raw().uri()).orElse("");
    return "\"" + snapshot.version() + "-" + Integer.toHexString(value.hashCode()) + "\"";
  }

  ObjectNode tileJson(ResolvedRendering rendering) {
    ObjectNode json = Json.object().put("tilejson", "3.0.0");
    json.put("name", request.path("collectionId") + " " + rendering.name());
    json.put("version", "1.0.0").put("scheme", "xyz");
    json.putArray("tiles").add(template(rendering));
    json.putArray("vector_layers");
    ZoomSpan zooms = zooms(rendering.slices());
    json.put("minzoom", zooms.min()).put("maxzoom", zooms.max());
    json.putArray("bounds")
        .add(extent.west())
        .add(extent.south())
        .add(extent.east())
        .add(extent.north());
    json.putArray("center")
        .add((extent.west() + extent.east()) / 2)
        .add((extent.south() + extent.north()) / 2)
        .add(Math.max(zooms.min(), zooms.max() - 3));
    json.put("attribution", "");
    return json;
  }

  private String template(ResolvedRendering rendering) {
    StringBuilder query = new StringBuilder();
    for (String name : RENDERING_PARAMETERS) {
      for (String value : request.params().all(name)) {
        append(query, name, value);
      }
    }
    if (List.of("layers", "style", "expression").stream().noneMatch(request.params()::has)) {
      append(query, "layers", rendering.name());
    }
    append(query, "datetime", rendering.instant().toString());
    if (request.params().has("asOf")) {
      append(query, "asOf", Long.toString(snapshot.version()));
    }
    append(query, "v", Long.toString(snapshot.version()));
    request.params().credentialQuery().ifPresent(token -> query.append('&').append(token));
    return base() + "/{z}/{x}/{y}?" + query;
  }

  private static void append(StringBuilder query, String name, String value) {
    query.append(query.isEmpty() ? "" : "&").append(name).append('=');
    query.append(URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
  }

  ObjectNode brief() {
    ObjectNode json = Json.object();
    json.put("title", request.path("collectionId") + " in " + set.id());
    json.put("dataType", "map").put("crs", set.crs()).put("tileMatrixSetURI", set.uri());
    json.put("tileMatrixSetId", set.id());
    ArrayNode links = json.putArray("links");
    Links.add(links, "self", base(), "application/json", "this tileset");
    Links.add(links, REL + "tiling-scheme", matrixSet(), "application/json", set.title());
    return json;
  }

  ObjectNode full() {
    ObjectNode json = brief();
    ArrayNode layers = json.putArray("layers");
    for (String name : RenderingResolver.names(snapshot)) {
      layers.addObject().put("id", name).put("title", name).put("dataType", "map");
    }
    json.set("boundingBox", box(extent));
    ArrayNode limits = json.putArray("tileMatrixSetLimits");
    for (int zoom = zooms(List.of()).min(); zoom <= TileMatrixSet.MAX_ZOOM; zoom++) {
      limits.add(limit(set.matrix(zoom)));
    }
    ObjectNode item = ((ArrayNode) json.get("links")).addObject();
    item.put("rel", "item").put("type", "image/png").put("templated", true);
    item.put("href", base() + "/{tileMatrix}/{tileCol}/{tileRow}").put("title", "tiles as PNG");
    Links.add(
        (ArrayNode) json.get("links"),
        "describedby",
        base() + "/tilejson.json",
        "application/json",
        "the same as TileJSON");
    return json;
  }

  /** The extent as a bounding box of OGC tileset metadata. */
  static ObjectNode box(CubeCollection.Extent extent) {
    ObjectNode box = Json.object();
    box.putArray("lowerLeft").add(extent.west()).add(extent.south());
    box.putArray("upperRight").add(extent.east()).add(extent.north());
    return box.put("crs", Links.CRS84);
  }

  /**
   * A tile without data is transparent or empty and data are enlarged at every zoom, so the limits
   * are those of the matrix, and a tile outside of them is a 404.
   */
  static ObjectNode limit(TileMatrix matrix) {
    ObjectNode json = Json.object().put("tileMatrix", matrix.id());
    json.put("minTileRow", 0).put("maxTileRow", matrix.rows() - 1);
    json.put("minTileCol", 0).put("maxTileCol", matrix.columns() - 1);
    return json;
  }

  private ZoomSpan zooms(List<LayerSlice> slices) {
    int layers = Math.max(1, slices.size());
    int bytes = slices.isEmpty() ? 2 : slices.stream().mapToInt(LayerSlice::bytesPerPixel).sum();
    return cube.view(snapshot)
        .flatMap(view -> ZoomSpan.of(view.cube(), set, TILE, layers, bytes, Budget.IMAGE))
        .orElse(new ZoomSpan(0, 0));
  }

  private String base() {
    return CollectionJson.base(request.path("collectionId"), request) + "/tiles/" + set.id();
  }

  private String matrixSet() {
    return request.links().to(request.surface(), "/tileMatrixSets/" + set.id());
  }
}
