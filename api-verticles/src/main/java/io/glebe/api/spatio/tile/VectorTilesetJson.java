package io.glebe.api.spatio.tile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.ogc.Links;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.json.Json;
import io.glebe.tile.grid.TileMatrixSet;

/**
 * The tileset of the features of a collection as OGC tileset metadata.
 *
 * @param matrices the name of the tile matrix set in paths; both names of Web Mercator are possible
 */
record VectorTilesetJson(ApiRequest request, CubeCollection collection, String matrices) {
  private static final String REL = "http://www.opengis.net/def/rel/ogc/1.0/";
  private static final TileMatrixSet SET = TileMatrixSet.WEB_MERCATOR_QUAD;

  /** The members that a list of tilesets shows. */
  ObjectNode brief() {
    ObjectNode json = Json.object().put("title", collection.id() + " in " + matrices);
    json.put("dataType", "vector").put("crs", SET.crs()).put("tileMatrixSetURI", SET.uri());
    json.put("tileMatrixSetId", matrices);
    ArrayNode links = json.putArray("links");
    Links.add(links, "self", base(), Json.MEDIA_TYPE, "this tileset");
    Links.add(
        links,
        REL + "tiling-scheme",
        request.links().to(request.surface(), "/tileMatrixSets/" + matrices),
        Json.MEDIA_TYPE,
        SET.title());
    Links.add(
        links, "describedby", base() + "/tilejson.json", Json.MEDIA_TYPE, "the same as TileJSON");
    ObjectNode item = links.addObject().put("rel", "item").put("type", VectorTileReplies.MVT);
    item.put("templated", true).put("title", "vector tiles");
    item.put("href", base() + "/{tileMatrix}/{tileCol}/{tileRow}");
    return json;
  }

  /** The same with its layer, its extent and the limits of its tiles. */
  ObjectNode full() {
    ObjectNode json = brief();
    ObjectNode layer = json.putArray("layers").addObject().put("id", collection.id());
    layer.put("title", collection.title()).put("dataType", "vector");
    ArrayNode limits = json.putArray("tileMatrixSetLimits");
    for (int zoom = 0; zoom <= VectorTileReplies.MAX_ZOOM; zoom++) {
      limits.add(TilesetJson.limit(SET.matrix(zoom)));
    }
    collection.extent().ifPresent(extent -> json.set("boundingBox", TilesetJson.box(extent)));
    return json;
  }

  private String base() {
    return CollectionJson.base(collection.id(), request) + "/tiles/" + matrices;
  }
}
