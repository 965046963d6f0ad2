package io.glebe.core.cube.style;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.json.Json;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.ZoomSpan;
import java.util.List;
import java.util.Optional;

/**
 * The style of a collection without a stored style: each composite and layer of its cube as a
 * raster layer, of which the first is visible, and its features above them.
 */
public final class DefaultStyle {
  /** Colour of features. */
  public static final String FEATURES = "#3c9a4b";

  public static final double FILL_OPACITY = 0.35;
  public static final double LINE_WIDTH = 1.2;

  private static final int TILE = 256;
  private static final int BYTES_PER_PIXEL = 8;
  private static final int MAX_ZOOM = 22;

  private final CubeCollection collection;
  private final String base;
  private final ObjectNode style = Json.object();
  private final ObjectNode sources = Json.object();
  private final ArrayNode layers = Json.array();

  private DefaultStyle(CubeCollection collection, String base) {
    this.collection = collection;
    this.base = base;
  }

  /**
   * Returns the style document.
   *
   * @param features whether the collection has any
   * @param base URL of the collection
   */
  public static ObjectNode of(
      CubeCollection collection, Optional<Cube> cube, boolean features, String base) {
    DefaultStyle made = new DefaultStyle(collection, base);
    made.head();
    cube.ifPresent(made::rasterLayers);
    if (features || cube.isEmpty()) {
      made.features();
    }
    made.style.set("sources", made.sources);
    made.style.set("layers", made.layers);
    return made.style;
  }

  private void head() {
    style.put("version", 8).put("name", collection.title());
    collection
        .extent()
        .ifPresent(
            extent -> {
              style
                  .putArray("center")
                  .add((extent.west() + extent.east()) / 2)
                  .add((extent.south() + extent.north()) / 2);
              double width =
                  Math.max(extent.east() - extent.west(), extent.north() - extent.south());
              double zoom = Math.log(360 / Math.max(width, 1e-6)) / Math.log(2);
              style.put("zoom", Math.clamp(Math.floor(zoom), 0, 18));
            });
  }

  private void rasterLayers(Cube cube) {
    List<String> names = RenderingResolver.names(cube.now());
    List<String> composites =
        RenderingResolver.composites(cube.now()).stream()
            .map(composite -> composite.name())
            .toList();
    ZoomSpan zooms =
        cube.view(cube.now())
            .flatMap(
                view ->
                    ZoomSpan.of(
                        view.cube(),
                        TileMatrixSet.WEB_MERCATOR_QUAD,
                        TILE,
                        3,
                        BYTES_PER_PIXEL,
                        Budget.IMAGE))
            .orElse(new ZoomSpan(0, MAX_ZOOM));
    String shown = composites.stream().findFirst().or(() -> names.stream().findFirst()).orElse("");
    for (String name : names) {
      ObjectNode source = tiled(name, "raster");
      source
          .putArray("tiles")
          .add(tiles(TileMatrixSet.WEB_MERCATOR_QUAD.id(), "layers=" + name + "&"));
      source.put("tileSize", TILE).put("minzoom", zooms.min()).put("maxzoom", zooms.max());
      ObjectNode layer = layers.addObject().put("id", name).put("type", "raster");
      layer.put("source", name);
      layer.putObject("layout").put("visibility", name.equals(shown) ? "visible" : "none");
    }
  }

  private void features() {
    String set = "WebMercatorQuad-Vector";
    ObjectNode source = tiled("features", "vector");
    source.putArray("tiles").add(tiles(set, ""));
    source.put("minzoom", 0).put("maxzoom", MAX_ZOOM);
    shape("areas", "fill", "Polygon").put("fill-color", FEATURES).put("fill-opacity", FILL_OPACITY);
    shape("lines", "line", "").put("line-color", FEATURES).put("line-width", LINE_WIDTH);
    shape("points", "circle", "Point").put("circle-color", FEATURES).put("circle-radius", 4);
  }

  private ObjectNode shape(String id, String type, String geometry) {
    ObjectNode layer = layers.addObject().put("id", "features-" + id).put("type", type);
    layer.put("source", "features").put("source-layer", collection.id());
    if (!geometry.isEmpty()) {
      layer.putArray("filter").add("==").add("$type").add(geometry);
    }
    return layer.putObject("paint");
  }

  private ObjectNode tiled(String name, String type) {
    ObjectNode source = sources.putObject(name).put("type", type);
    collection
        .extent()
        .ifPresent(
            extent ->
                source
                    .putArray("bounds")
                    .add(extent.west())
                    .add(extent.south())
                    .add(extent.east())
                    .add(extent.north()));
    return source;
  }

  private String tiles(String set, String query) {
    return base + "/tiles/" + set + "/{z}/{x}/{y}?" + query + "v=" + collection.dataVersion();
  }
}
