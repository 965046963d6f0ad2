package io.glebe.core.stac;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.json.Json;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.style.Band;
import io.glebe.tile.style.Composite;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import java.time.Instant;
import java.util.List;
import org.locationtech.jts.geom.Envelope;

/**
 * Writes the members of the STAC extensions for cubes: datacube, projection, raster, eo, render.
 */
final class StacCube {
  static final String DATACUBE = "https://stac-extensions.github.io/datacube/v2.2.0/schema.json";
  static final String PROJECTION =
      "https://stac-extensions.github.io/projection/v1.0.0/schema.json";
  static final String RASTER = "https://stac-extensions.github.io/raster/v1.1.0/schema.json";
  static final String EO = "https://stac-extensions.github.io/eo/v1.1.0/schema.json";
  static final String RENDER = "https://stac-extensions.github.io/render/v2.0.0/schema.json";

  private static final int TENTHS_OF_PERCENT = 1_000;

  private StacCube() {}

  /** Projection: the positions of pixels in CRS units. */
  static void project(ObjectNode properties, GridSpec grid) {
    properties.put("proj:epsg", grid.epsg());
    properties
        .putArray("proj:bbox")
        .add(grid.minX())
        .add(grid.minY())
        .add(grid.maxX())
        .add(grid.maxY());
    properties.putArray("proj:shape").add(grid.height()).add(grid.width());
    properties
        .putArray("proj:transform")
        .add(grid.pixelWidth())
        .add(0)
        .add(grid.originX())
        .add(0)
        .add(grid.pixelHeight())
        .add(grid.originY());
  }

  /**
   * Eo: the cloud cover in per cent.
   *
   * @param share 0 to 1
   */
  static void clouds(ObjectNode properties, double share) {
    properties.put("eo:cloud_cover", Math.round(share * TENTHS_OF_PERCENT) / 10.0);
  }

  /** Datacube: axes and variables. */
  static void cube(ObjectNode collection, StacSource source, DatasetSnapshot snapshot) {
    GridSpec grid = snapshot.grid();
    ObjectNode dimensions = collection.putObject("cube:dimensions");
    axis(dimensions, "x", grid.minX(), grid.maxX(), grid.pixelWidth(), grid.epsg());
    axis(dimensions, "y", grid.minY(), grid.maxY(), grid.pixelHeight(), grid.epsg());
    List<Instant> instants = Cube.instants(snapshot);
    boolean timed = !instants.isEmpty();
    if (timed) {
      ObjectNode time = dimensions.putObject("time").put("type", "temporal");
      String last = instants.getLast().toString();
      time.putArray("extent").add(instants.getFirst().toString()).add(last);
      time.putNull("step");
    }
    ObjectNode variables = collection.putObject("cube:variables");
    for (Layer layer : snapshot.layers()) {
      ObjectNode variable = variables.putObject(layer.name()).put("type", "data");
      ArrayNode axes = variable.putArray("dimensions");
      (timed ? List.of("time", "y", "x") : List.of("y", "x")).forEach(axes::add);
      if (!layer.unit().isEmpty()) {
        variable.put("unit", layer.unit());
      }
    }
  }

  private static void axis(
      ObjectNode dimensions, String name, double from, double to, double step, int epsg) {
    ObjectNode axis = dimensions.putObject(name).put("type", "spatial").put("axis", name);
    axis.putArray("extent").add(from).add(to);
    axis.put("step", Math.abs(step)).put("reference_system", epsg);
  }

  /** Raster and eo: the meaning of a layer's numbers. */
  static void band(ObjectNode asset, Layer layer, StacSource source) {
    ObjectNode raster = asset.putArray("raster:bands").addObject();
    raster.put(
        "data_type",
        layer.dataType().isFloat() || !layer.dataType().v3Name().equals("bool")
            ? layer.dataType().v3Name()
            : "uint8");
    layer.nodata().ifPresent(nodata -> nodata(raster, nodata));
    raster.put("scale", layer.scale()).put("offset", layer.offset());
    raster.put("sampling", "area").put("spatial_resolution", metres(source));
    if (!layer.unit().isEmpty()) {
      raster.put("unit", layer.unit());
    }
    Band.of(layer.name())
        .ifPresent(
            band ->
                asset
                    .putArray("eo:bands")
                    .addObject()
                    .put("name", layer.name())
                    .put("common_name", commonName(band)));
  }

  /** The extension has one name for all bands of the red edge. */
  private static String commonName(Band band) {
    return band.commonName().replaceFirst("^rededge\\d$", "rededge");
  }

  private static void nodata(ObjectNode raster, double nodata) {
    if (Double.isNaN(nodata)) {
      raster.put("nodata", "nan");
    } else if (Double.isFinite(nodata)) {
      raster.put("nodata", nodata);
    } else {
      raster.put("nodata", nodata > 0 ? "inf" : "-inf");
    }
  }

  /** Returns the side of a pixel; for a grid in degrees at its middle latitude. */
  private static double metres(StacSource source) {
    GridSpec grid = source.grid();
    if (grid.epsg() != 4326) {
      return grid.pixelWidth();
    }
    Envelope box = source.footprint().orElseThrow().getEnvelopeInternal();
    double metresPerDegree = 2 * Math.PI * 6_378_137 / 360;
    return grid.pixelWidth() * metresPerDegree * Math.cos(Math.toRadians(box.centre().y));
  }

  /** Render: the colours of layers and composites. */
  static ObjectNode renders(DatasetSnapshot snapshot) {
    ObjectNode renders = Json.object();
    for (Layer layer : snapshot.layers()) {
      ObjectNode render = renders.putObject(layer.name()).put("title", layer.name());
      render.putArray("assets").add(layer.name());
      render.put("colormap_name", RenderingResolver.plainRamp(layer).name());
      stretch(render.putArray("rescale"), RenderingResolver.stretch(layer));
    }
    List<String> names = snapshot.layers().stream().map(Layer::name).toList();
    for (Composite composite : RenderingResolver.composites(snapshot)) {
      ObjectNode render = renders.putObject(composite.name()).put("title", composite.name());
      composite.layers(names).orElseThrow().forEach(render.putArray("assets")::add);
      ArrayNode rescale = render.putArray("rescale");
      composite.stretches().forEach(each -> stretch(rescale, each));
    }
    return renders;
  }

  private static void stretch(ArrayNode rescale, Stretch stretch) {
    rescale.addArray().add(stretch.low()).add(stretch.high());
  }
}
