package io.glebe.api.spatio.collection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.common.SpatioSchemas;
import io.glebe.core.cube.layer.LayerBody;
import io.glebe.core.json.Json;
import io.glebe.tile.style.ColourRamp;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;

/** JSON Schemas of layers, grids, times and statistics, and of the bodies that make them. */
final class LayerSchemas {
  private static final int MAX_TEXT = 2_000;
  private static final int MAX_TYPE = 20;

  private LayerSchemas() {}

  private static ObjectNode side() {
    return Schemas.integer(1, GridSpec.MAX_SIDE);
  }

  private static ObjectNode box() {
    return Schemas.list(Schemas.number(), 4, 4)
        .put("description", "min x, min y, max x, max y in units of the CRS");
  }

  private static ObjectNode transform() {
    return Schemas.list(Schemas.number(), 6, 6)
        .put("description", "pixel width, 0, origin x, 0, pixel height, origin y");
  }

  private static Members gridMembers(String name, String description) {
    return Members.of(name, description)
        .must("crs", Schemas.text("EPSG code, for example EPSG:32633"))
        .must("bbox", box())
        .must("width", side())
        .must("height", side())
        .must("transform", transform());
  }

  /** The grid of a cube. */
  static ObjectNode grid() {
    return gridMembers("Grid", "Grid of a raster cube").schema();
  }

  /** The grid and the storage of its cells. */
  static ObjectNode storedGrid() {
    return gridMembers("StoredGrid", "Grid of a raster cube and how its cells are stored")
        .must("chunkShape", Schemas.list(Schemas.integer(), 3, 3))
        .must("timeMajor", Schemas.flag())
        .must("zarrFormat", Schemas.integer(2, 3))
        .schema();
  }

  private static ObjectNode chunkSide() {
    ObjectNode schema = Schemas.integer(DatasetOptions.SIDE_STEP, DatasetOptions.MAX_CHUNK_SIDE);
    return schema.put("multipleOf", DatasetOptions.SIDE_STEP);
  }

  private static ObjectNode chunkShape() {
    return Schemas.list(Schemas.integer(1, DatasetOptions.MAX_CHUNK_SIDE), 2, 3);
  }

  /** The body of {@code zarr/init}. */
  static ObjectNode gridBody() {
    ObjectNode pair = Schemas.list(Schemas.number(), 2, 2);
    return Members.of("GridCreation", "Either bbox with resolution or sides, or transform")
        .must("crs", QuerySchemas.crs().put("description", "EPSG code, for example EPSG:32633"))
        .may("bbox", box())
        .may("width", side())
        .may("height", side())
        .may("resolution", Schemas.either(Schemas.number().put("exclusiveMinimum", 0), pair))
        .may("transform", transform())
        .may("zarrFormat", Schemas.integer(2, 3))
        .may("chunkShape", chunkShape())
        .may("chunkSide", chunkSide())
        .may("timeMajor", Schemas.flag())
        .anyOf("bbox", "transform")
        .schema();
  }

  private static ObjectNode nodata() {
    ObjectNode nan = Schemas.word("NaN", "nan");
    return Schemas.either(Schemas.number(), nan).put("description", "stored number of no value");
  }

  private static ObjectNode range() {
    return Schemas.list(Schemas.number(), 2, 2)
        .put("description", "values of the first and the last colour");
  }

  private static ObjectNode classes() {
    ObjectNode one =
        Members.of("LayerClass", "What a stored number of a categorical layer means")
            .must("value", Schemas.integer())
            .must("name", Schemas.text().put("maxLength", LayerBody.MAX_NAME))
            .may(
                "cloud",
                Schemas.flag(false)
                    .put("description", "whether a cloud or its shadow hides the ground"))
            .may(
                "color",
                QuerySchemas.form("^#[0-9A-Fa-f]{6}$")
                    .put("description", "in images and legends; else that of the layer's ramp"))
            .schema();
    return Schemas.list(one, 0, LayerBody.MAX_CLASSES);
  }

  /** A layer or composite. */
  static ObjectNode layer() {
    return Members.of("Layer", "A layer of a cube, or a composite of its layers")
        .must("name", Schemas.text(64))
        .must("kind", Schemas.word("categorical", "continuous", "composite"))
        .may("title", Schemas.text())
        .may("description", Schemas.text())
        .may("dtype", Schemas.text("type of the stored numbers, for example uint16"))
        .may("scale", Schemas.number())
        .may("offset", Schemas.number())
        .may("nodata", nodata())
        .may("unit", Schemas.text())
        .may("colormap", Schemas.text("name of a colour ramp"))
        .may("range", range())
        .may("classes", classes())
        .may("chunkShape", Schemas.list(Schemas.integer(), 3, 3))
        .may("timeMajor", Schemas.flag())
        .may("slices", Schemas.count())
        .may("firstTime", Schemas.time())
        .may("lastTime", Schemas.time())
        .may("bands", Schemas.list(Schemas.text()).put("description", "of a composite"))
        .may("statistics", numbers())
        .schema();
  }

  /** All layers of a cube and its grid. */
  static ObjectNode layers() {
    return Members.of("LayerList", "The layers of a collection")
        .must("layers", Schemas.list(layer()))
        .may("grid", storedGrid())
        .schema();
  }

  private static Members description(String name, String description) {
    return Members.of(name, description)
        .may("title", Schemas.text().put("maxLength", MAX_TEXT))
        .may("description", Schemas.text().put("maxLength", MAX_TEXT))
        .may("scale", Schemas.number().put("default", 1))
        .may("offset", Schemas.number().put("default", 0))
        .may("nodata", Schemas.either(nodata(), Json.object().put("type", "null")))
        .may("unit", Schemas.text().put("maxLength", MAX_TEXT))
        .may("categorical", Schemas.flag(false))
        .may("colormap", Schemas.word(ColourRamp.names()))
        .may("range", range())
        .may("classes", classes());
  }

  private static ObjectNode type(String description) {
    return QuerySchemas.like(MAX_TYPE, "uint16", "float32", "<i2").put("description", description);
  }

  /** The body that adds a layer. */
  static ObjectNode creation() {
    return description("LayerCreation", "A new empty layer")
        .must("name", QuerySchemas.layerName())
        .must("dtype", type("NumPy or Zarr type such as uint16, float32 or <i2"))
        .may("chunkShape", chunkShape())
        .may("chunkSide", chunkSide())
        .may("zarrFormat", Schemas.integer(2, 3))
        .schema();
  }

  /** The body that describes a layer. */
  static ObjectNode update() {
    return description("LayerUpdate", "Members that change; the others stay")
        .may("name", QuerySchemas.layerName().put("description", "of the layer; does not change"))
        .may("dtype", type("of the layer; does not change"))
        .schema();
  }

  /** The dates of a cube. */
  static ObjectNode times() {
    return Members.of("CubeTimes", "The dates of a cube, the earliest first")
        .must("times", Schemas.list(Schemas.time()))
        .must("unit", Schemas.text())
        .must("calendar", Schemas.text())
        .may(
            "cloudCover",
            Schemas.list(Schemas.orNull(Schemas.number(0, 100)))
                .put("description", "per cent of the cloud layer for each date; null if unknown"))
        .may(
            "cloudCoverComplete",
            Schemas.flag()
                .put("description", "false: older dates are not read yet; ask again for them"))
        .may("latestClear", Schemas.time().put("description", "the newest date with few clouds"))
        .may("cloudLayer", Schemas.text("name of the layer with the clouds"))
        .schema();
  }

  private static Members numberMembers(Members members) {
    return members
        .must("minimum", Schemas.orNull(Schemas.number()))
        .must("maximum", Schemas.orNull(Schemas.number()))
        .must("mean", Schemas.orNull(Schemas.number()))
        .must("count", Schemas.count())
        .must("valid_percent", Schemas.orNull(Schemas.number()));
  }

  private static ObjectNode numbers() {
    return numberMembers(
            Members.of("LayerNumbers", "Members of the STAC raster extension; null without cells"))
        .schema();
  }

  /** Numbers of a layer and of its slices. */
  static ObjectNode statistics() {
    Members slice = Members.of("SliceNumbers", "Numbers of one slice");
    return Members.of("LayerStatistics", "Numbers of a layer and of its slices")
        .must("layer", Schemas.text())
        .must("statistics", numbers())
        .must(
            "slices", Schemas.list(numberMembers(slice).must("datetime", Schemas.time()).schema()))
        .schema();
  }

  /** One change of a cube. */
  static ObjectNode change() {
    ObjectNode layer =
        Members.of("LayerChange", "What changed in one layer; counts of slices")
            .must("layer", Schemas.text())
            .must("added", Schemas.count())
            .must("replaced", Schemas.count())
            .must("removed", Schemas.count())
            .must("described", Schemas.flag())
            .schema();
    return Members.of("SnapshotChange", "One change of a cube")
        .must("version", Schemas.count())
        .must("committedAt", Schemas.time())
        .must("layers", Schemas.list(layer))
        .schema();
  }

  /** A page of changes. */
  static ObjectNode changes() {
    return Members.of("SnapshotPage", "Changes of a cube, the newest first")
        .must("snapshots", Schemas.list(change()))
        .may("links", SpatioSchemas.links())
        .schema();
  }

  /** The state after a return to an earlier one. */
  static ObjectNode restored() {
    return Members.of("RestoredSnapshot", "The new state of a cube")
        .must("snapshot", Schemas.count())
        .must("restored", Schemas.count())
        .schema();
  }

  /** What can be asked of a collection. */
  static ObjectNode capabilities() {
    ObjectNode words = Schemas.list(Schemas.text());
    ObjectNode time =
        Members.of("CapabilitiesTime", "The dates of a cube")
            .must("count", Schemas.count())
            .may("first", Schemas.time())
            .may("last", Schemas.time())
            .schema();
    ObjectNode aggregate =
        Members.of("CapabilitiesAggregate", "Series and summaries of a cube")
            .must("aggregations", words)
            .must("percentiles", Schemas.flag())
            .must("formats", words.deepCopy())
            .must("resolutions", words.deepCopy())
            .schema();
    ObjectNode items =
        Members.of("CapabilitiesItems", "Lists of features")
            .must("defaultLimit", Schemas.count())
            .must("maxLimit", Schemas.count())
            .must("filterLanguages", words.deepCopy())
            .must("formats", words.deepCopy())
            .must("parameters", words.deepCopy())
            .schema();
    ObjectNode tiles =
        Members.of("CapabilitiesTiles", "Tiles")
            .must(
                "tileMatrixSets",
                Schemas.list(
                    Members.of("CapabilitiesTileset", "A tile matrix set with the form of tiles")
                        .must("id", Schemas.text())
                        .must("format", Schemas.text("media type"))
                        .schema()))
            .schema();
    return Members.of("Capabilities", "What can be asked of a collection")
        .must("id", Schemas.text())
        .must("title", Schemas.text())
        .must("raster", Schemas.flag())
        .must("features", Schemas.count())
        .may("extent", SpatioSchemas.extent())
        .must("crs", Schemas.list(Schemas.text()))
        .may("grid", grid())
        .may("layers", Schemas.list(Schemas.text()))
        .may("time", time)
        .may("aggregate", aggregate)
        .must("items", items)
        .must("tiles", tiles)
        .must("links", SpatioSchemas.links())
        .schema();
  }
}
