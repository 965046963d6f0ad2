package io.glebe.api.spatio.tile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.common.SpatioSchemas;
import io.glebe.core.cube.tileset.TilesetBody;
import io.glebe.core.json.Json;
import io.glebe.tile.grid.TileMatrixSet;

/** JSON Schemas of tilesets, tile matrix sets and TileJSON. */
final class TilesetSchemas {
  private static final int MAX_TEXT = 2_000;

  private TilesetSchemas() {}

  private static ObjectNode zoom() {
    return Schemas.integer(0, TileMatrixSet.MAX_ZOOM);
  }

  /** Pixels of a side of a tile. */
  static ObjectNode tilesize() {
    ObjectNode schema = Schemas.integer();
    schema.putArray("enum").add(256).add(512);
    return schema.put("default", 256);
  }

  private static Members members(Members members) {
    return members
        .may("title", Schemas.text(MAX_TEXT))
        .may("description", Schemas.text(MAX_TEXT))
        .may(
            "tileMatrixSetId",
            Schemas.word(TilesetBody.sets()).put("description", "WebMercatorQuad when absent"))
        .may("dataType", Schemas.word("map", "vector"))
        .may("layers", Schemas.list(QuerySchemas.layerName(), 1, 3))
        .may("style", Schemas.text(MAX_TEXT))
        .may("datetime", Schemas.text(MAX_TEXT))
        .may("expression", Schemas.text(MAX_TEXT))
        .may("colormap_name", Schemas.text(MAX_TEXT))
        .may("rescale", Schemas.list(Schemas.number(), 2, 6))
        .may("resampling", Schemas.text(MAX_TEXT))
        .may("filter", Schemas.text(MAX_TEXT))
        .may("minzoom", zoom())
        .may("maxzoom", zoom())
        .may("bbox", SpatioSchemas.box())
        .others(Json.object());
  }

  /** The body that creates or replaces a described tileset. */
  static ObjectNode body() {
    return members(Members.of("TilesetBody", "A description of tiles"))
        .may("id", Schemas.text(64).put("pattern", "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"))
        .schema();
  }

  /** The merge patch of a described tileset. */
  static ObjectNode patch() {
    ObjectNode patch =
        members(Members.of("TilesetPatch", "Merge patch of a tileset; null removes")).schema();
    patch.path("properties").forEach(member -> Schemas.removable((ObjectNode) member));
    return patch;
  }

  /** A described tileset. */
  static ObjectNode stored() {
    return members(Members.of("StoredTileset", "A described tileset"))
        .must("id", Schemas.text())
        .must("collectionId", Schemas.text())
        .must("crs", Schemas.uri())
        .must("tileMatrixSetURI", Schemas.uri())
        .must("created", Schemas.time())
        .must("updated", Schemas.time())
        .must("links", SpatioSchemas.links())
        .schema();
  }

  static ObjectNode page() {
    return Members.of("StoredTilesetPage", "Described tilesets")
        .must("tilesets", Schemas.list(stored()))
        .must("numberReturned", Schemas.count())
        .must("links", SpatioSchemas.links())
        .schema();
  }

  private static Members metadata(Members members) {
    return members
        .may("title", Schemas.text())
        .must("dataType", Schemas.text())
        .must("crs", Schemas.text())
        .may("tileMatrixSetId", Schemas.text())
        .may("tileMatrixSetURI", Schemas.uri())
        .must("links", SpatioSchemas.links())
        .others(Json.object());
  }

  /** The tilesets of a collection. */
  static ObjectNode list() {
    ObjectNode brief = metadata(Members.of("TilesetItem", "A tileset in a list")).schema();
    return Members.of("TilesetList", "The tilesets of a collection")
        .must("tilesets", Schemas.list(brief))
        .may("links", SpatioSchemas.links())
        .schema();
  }

  /** The metadata of a tileset. */
  static ObjectNode tileset() {
    ObjectNode limit =
        Members.of("TileMatrixLimits", "The tiles of one zoom level that have data")
            .must("tileMatrix", Schemas.text())
            .must("minTileRow", Schemas.count())
            .must("maxTileRow", Schemas.count())
            .must("minTileCol", Schemas.count())
            .must("maxTileCol", Schemas.count())
            .schema();
    ObjectNode layer =
        Members.of("TilesetLayer", "A layer of the collection")
            .must("id", Schemas.text())
            .may("title", Schemas.text())
            .must("dataType", Schemas.word("map", "vector", "coverage"))
            .others(Json.object())
            .schema();
    ObjectNode corner = Schemas.list(Schemas.number(), 2, 2);
    ObjectNode box =
        Members.of("TilesetBoundingBox", "Where there are tiles")
            .must("lowerLeft", corner)
            .must("upperRight", corner.deepCopy())
            .may("crs", Schemas.uri())
            .schema();
    return metadata(Members.of("Tileset", "Metadata of a tileset"))
        .may("layers", Schemas.list(layer))
        .may("boundingBox", box)
        .may("tileMatrixSetLimits", Schemas.list(limit))
        .schema();
  }

  /** TileJSON 3.0. */
  static ObjectNode tileJson() {
    ObjectNode vectorLayer =
        Members.of("VectorLayer", "A layer of vector tiles")
            .must("id", Schemas.text())
            .must("fields", Schemas.map(Schemas.text()).put("description", "types by property"))
            .others(Json.object())
            .schema();
    return Members.of("TileJson", "TileJSON 3.0")
        .must("tilejson", Schemas.text())
        .may("name", Schemas.text())
        .may("version", Schemas.text())
        .may("scheme", Schemas.text())
        .must("tiles", Schemas.list(Schemas.text("template with {z}, {x} and {y}")))
        .may("vector_layers", Schemas.list(vectorLayer))
        .must("minzoom", Schemas.integer())
        .must("maxzoom", Schemas.integer())
        .must("bounds", SpatioSchemas.box())
        .may("center", Schemas.list(Schemas.number(), 2, 3))
        .may("attribution", Schemas.text())
        .others(Json.object())
        .schema();
  }

  /** The tile matrix sets by name. */
  static ObjectNode matrixSets() {
    ObjectNode brief =
        Members.of("TileMatrixSetItem", "A tile matrix set in a list")
            .must("id", Schemas.text())
            .may("title", Schemas.text())
            .may("uri", Schemas.uri())
            .must("links", SpatioSchemas.links())
            .others(Json.object())
            .schema();
    return Members.of("TileMatrixSetList", "The tile matrix sets")
        .must("tileMatrixSets", Schemas.list(brief))
        .may("links", SpatioSchemas.links())
        .schema();
  }

  /** A tile matrix set, OGC 17-083. */
  static ObjectNode matrixSet() {
    ObjectNode matrix =
        Members.of("TileMatrix", "One zoom level")
            .must("id", Schemas.text())
            .must("scaleDenominator", Schemas.number())
            .must("cellSize", Schemas.number())
            .must("pointOfOrigin", Schemas.list(Schemas.number(), 2, 2))
            .must("tileWidth", Schemas.count())
            .must("tileHeight", Schemas.count())
            .must("matrixWidth", Schemas.count())
            .must("matrixHeight", Schemas.count())
            .others(Json.object())
            .schema();
    return Members.of("TileMatrixSet", "A tile matrix set, OGC 17-083")
        .must("id", Schemas.text())
        .may("title", Schemas.text())
        .may("uri", Schemas.uri())
        .must("crs", Schemas.text())
        .must("tileMatrices", Schemas.list(matrix))
        .others(Json.object())
        .schema();
  }
}
