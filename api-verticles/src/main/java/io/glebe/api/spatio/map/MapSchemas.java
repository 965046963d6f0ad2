package io.glebe.api.spatio.map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.common.SpatioSchemas;
import io.glebe.core.json.Json;

/** JSON Schemas of legends, colour ramps, styles and the description of maps. */
final class MapSchemas {
  private MapSchemas() {}

  private static ObjectNode range() {
    return Schemas.list(Schemas.number(), 2, 2);
  }

  private static ObjectNode stops() {
    return Schemas.list(
        Members.of("LegendStop", "A value and its colour")
            .must("value", Schemas.number())
            .must("color", Schemas.text())
            .may("name", Schemas.text("of a class"))
            .schema());
  }

  static ObjectNode legend() {
    ObjectNode channel =
        Members.of("LegendChannel", "A colour channel and its band")
            .must("channel", Schemas.text())
            .must("layer", Schemas.text())
            .must("range", range())
            .schema();
    return Members.of("Legend", "What the colours mean")
        .must("title", Schemas.text())
        .must("type", Schemas.word("classes", "ramp", "features", "bands"))
        .must("stops", stops())
        .may("unit", Schemas.text())
        .may("colormap", Schemas.text())
        .may("range", range())
        .may("color", Schemas.text("of features"))
        .may("bands", Schemas.list(Schemas.text()))
        .may("channels", Schemas.list(channel))
        .schema();
  }

  static ObjectNode ramps() {
    ObjectNode ramp =
        Members.of("ColourRamp", "A colour ramp")
            .must("name", Schemas.text())
            .must("kind", Schemas.text())
            .must("reversed", Schemas.text("name of the same ramp in the other direction"))
            .must("range", range())
            .must("stops", stops())
            .schema();
    return Members.of("ColourRampList", "The colour ramps")
        .must("colormaps", Schemas.list(ramp))
        .schema();
  }

  /** A style of MapLibre; the platform checks its layers. */
  static ObjectNode style() {
    ObjectNode source =
        Members.of("MapStyleSource", "A source of MapLibre")
            .must("type", Schemas.text("for example raster, vector or geojson"))
            .may("url", address("of TileJSON, an image or others"))
            .may("tiles", Schemas.list(address("template with {z}, {x} and {y}")))
            .others(Json.object())
            .schema();
    ObjectNode layer =
        Members.of("MapStyleLayer", "A layer of MapLibre")
            .must("id", Schemas.text())
            .must("type", Schemas.text("for example raster, fill or line"))
            .may("source", Schemas.text("name of the source"))
            .may("metadata", SpatioSchemas.anyObject())
            .others(Json.object())
            .schema();
    return Members.of("MapStyle", "A map style of MapLibre, version 8")
        .must("version", Schemas.integer(8, 8))
        .may("name", Schemas.text())
        .may("sources", Schemas.map(source))
        .must("layers", Schemas.list(layer))
        .others(Json.object())
        .schema();
  }

  private static ObjectNode address(String description) {
    return Schemas.text(description + "; of http or https, or relative");
  }

  /** Coordinate systems, styles, sizes and times of the maps of a collection. */
  static ObjectNode maps() {
    ObjectNode style =
        Members.of("MapStyleEntry", "A style by which maps can be drawn")
            .must("id", Schemas.text())
            .must("title", Schemas.text())
            .must("type", Schemas.text())
            .must("links", SpatioSchemas.links())
            .schema();
    return Members.of("MapDescription", "The maps of a collection")
        .must("id", Schemas.text())
        .must("title", Schemas.text())
        .must("dataType", Schemas.word("map"))
        .may("extent", SpatioSchemas.extent())
        .must("defaultCrs", Schemas.uri())
        .must("crs", Schemas.list(Schemas.uri()))
        .must("formats", Schemas.list(Schemas.text()))
        .must("maxWidth", Schemas.count())
        .must("maxHeight", Schemas.count())
        .must("maxPixels", Schemas.count())
        .must("styles", Schemas.list(style))
        .must("colormaps", Schemas.list(Schemas.text()))
        .must("links", SpatioSchemas.links())
        .others(Json.object())
        .schema();
  }
}
