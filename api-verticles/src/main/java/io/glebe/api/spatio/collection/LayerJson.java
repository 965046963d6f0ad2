package io.glebe.api.spatio.collection;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.layer.LayerStatistics;
import io.glebe.core.cube.model.LayerClass;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.json.Json;
import io.glebe.tile.style.Composite;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.Timeline;
import java.util.Collection;
import java.util.List;

/** Layers, grids and times as JSON. */
final class LayerJson {
  private LayerJson() {}

  static ObjectNode of(Cube cube, DatasetSnapshot snapshot, Layer layer) {
    ObjectNode json = Json.object().put("name", layer.name());
    layer.attributes().forEach((name, value) -> json.set(name, Json.mapper().valueToTree(value)));
    json.put("kind", layer.categorical() ? "categorical" : "continuous");
    json.put("dtype", layer.dataType().v3Name());
    json.put("scale", layer.scale()).put("offset", layer.offset());
    layer
        .nodata()
        .ifPresent(
            nodata -> {
              if (Double.isNaN(nodata)) {
                json.put("nodata", "NaN");
              } else {
                json.put("nodata", nodata);
              }
            });
    if (!layer.unit().isEmpty()) {
      json.put("unit", layer.unit());
    }
    json.put("colormap", RenderingResolver.plainRamp(layer).name());
    List<LayerClass> classes = LayerClass.of(layer);
    if (!classes.isEmpty()) {
      ArrayNode list = json.putArray(LayerClass.MEMBER);
      classes.forEach(one -> list.add(Json.mapper().<ObjectNode>valueToTree(one.attribute())));
    }
    stored(cube.dataset().options(), json);
    Timeline timeline = snapshot.timeline(layer.name());
    json.put("slices", timeline.size());
    if (timeline.size() > 0) {
      json.put("firstTime", timeline.instant(0).toString());
      json.put("lastTime", timeline.instant(timeline.size() - 1).toString());
    }
    return json;
  }

  /** A composite, which is computed from bands for each request. */
  static ObjectNode of(Composite composite, Collection<String> bands) {
    ObjectNode json = Json.object().put("name", composite.name()).put("kind", "composite");
    ArrayNode names = json.putArray("bands");
    composite.layers(bands).orElseThrow().forEach(names::add);
    return json;
  }

  private static void stored(DatasetOptions options, ObjectNode json) {
    json.putArray("chunkShape").add(1).add(options.chunkSide()).add(options.chunkSide());
    json.put("timeMajor", options.timeMajor());
  }

  /** Statistics of a layer and of its slices. */
  static ObjectNode statistics(String layer, LayerStatistics found) {
    ObjectNode json = Json.object().put("layer", layer);
    json.set("statistics", numbers(found.total()));
    ArrayNode slices = json.putArray("slices");
    for (LayerStatistics.Slice slice : found.slices()) {
      ObjectNode one = slices.addObject().put("datetime", slice.instant().toString());
      one.setAll(numbers(slice.numbers()));
    }
    return json;
  }

  /** Members with the names of the STAC raster extension; no number is null. */
  static ObjectNode numbers(LayerStatistics.Numbers numbers) {
    ObjectNode json = Json.object();
    number(json, "minimum", numbers.min());
    number(json, "maximum", numbers.max());
    number(json, "mean", numbers.mean());
    json.put("count", numbers.valid());
    number(json, "valid_percent", 100.0 * numbers.valid() / numbers.cells());
    return json;
  }

  private static void number(ObjectNode json, String name, double value) {
    if (Double.isFinite(value)) {
      json.put(name, value);
    } else {
      json.putNull(name);
    }
  }

  /** The grid and the storage of its cells. */
  static ObjectNode grid(Dataset dataset) {
    ObjectNode json = grid(dataset.grid());
    stored(dataset.options(), json);
    return json.put("zarrFormat", dataset.options().zarrFormat());
  }

  static ObjectNode grid(GridSpec grid) {
    ObjectNode json = Json.object().put("crs", "EPSG:" + grid.epsg());
    json.putArray("bbox").add(grid.minX()).add(grid.minY()).add(grid.maxX()).add(grid.maxY());
    json.put("width", grid.width()).put("height", grid.height());
    json.putArray("transform")
        .add(grid.pixelWidth())
        .add(0)
        .add(grid.originX())
        .add(0)
        .add(grid.pixelHeight())
        .add(grid.originY());
    return json;
  }
}
