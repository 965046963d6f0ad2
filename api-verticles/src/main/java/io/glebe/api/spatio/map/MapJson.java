package io.glebe.api.spatio.map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.ogc.Links;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.core.cube.map.MapFrame;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.geo.Crs;
import io.glebe.core.json.Json;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.Composite;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The description of the maps of a collection: coordinate systems, styles, sizes, times. */
final class MapJson {
  private static final String REL = "http://www.opengis.net/def/rel/ogc/1.0/";
  private static final List<Integer> ALWAYS = List.of(3857, 4326);

  private final ApiRequest request;
  private final CubeCollection collection;
  private final Optional<Cube> cube;
  private final MapFrame.Limits limits;
  private final String base;

  MapJson(
      ApiRequest request, CubeCollection collection, Optional<Cube> cube, MapFrame.Limits limits) {
    this.request = request;
    this.collection = collection;
    this.cube = cube;
    this.limits = limits;
    this.base = CollectionJson.base(collection.id(), request);
  }

  ObjectNode capabilities() {
    ObjectNode json = Json.object().put("id", collection.id());
    json.put("title", collection.title()).put("dataType", "map");
    json.set("extent", CollectionJson.of(collection, request).path("extent"));
    json.put("defaultCrs", Crs.ofEpsg(ALWAYS.getFirst()).orElseThrow().uri());
    ArrayNode systems = json.putArray("crs");
    Set<Integer> codes = new LinkedHashSet<>(ALWAYS);
    cube.ifPresent(open -> codes.add(open.projection().epsg()));
    codes.forEach(code -> Crs.ofEpsg(code).ifPresent(crs -> systems.add(crs.uri())));
    systems.add(Links.CRS84);
    json.putArray("formats").add(TileEngine.PNG);
    json.put("maxWidth", limits.side()).put("maxHeight", limits.side());
    json.put("maxPixels", limits.pixels());
    styles(json.putArray("styles"));
    ArrayNode ramps = json.putArray("colormaps");
    ColourRamp.names().forEach(ramps::add);
    json.set("links", links());
    return json;
  }

  private void styles(ArrayNode styles) {
    style(styles, RenderingResolver.DEFAULT_STYLE, "Default rendering", "default");
    if (cube.isEmpty()) {
      return;
    }
    for (String name : RenderingResolver.names(cube.get().now())) {
      boolean composite = Composite.byName(name).isPresent();
      style(styles, name, name, composite ? "composite" : "layer");
    }
  }

  private void style(ArrayNode styles, String id, String title, String kind) {
    ObjectNode style = styles.addObject().put("id", id).put("title", title).put("type", kind);
    ArrayNode links = style.putArray("links");
    Links.add(links, REL + "map", base + "/map/render?style=" + id, TileEngine.PNG, "a map in it");
    if (cube.isPresent()) {
      Links.add(links, "legend", base + "/legend?f=png&style=" + id, TileEngine.PNG, "its legend");
    }
  }

  private ArrayNode links() {
    ArrayNode links = Json.array();
    Links.add(links, "self", base + "/map", Json.MEDIA_TYPE, "this page");
    links
        .addObject()
        .put("rel", REL + "map")
        .put("type", TileEngine.PNG)
        .put("templated", true)
        .put(
            "href",
            base + "/map/render?style={style}&bbox={bbox}&width={width}&height={height}&crs={crs}")
        .put("title", "a map");
    Links.add(links, "style", base + "/style", Json.MEDIA_TYPE, "its map style");
    Links.add(links, REL + "tilesets-map", base + "/tiles", Json.MEDIA_TYPE, "its tilesets");
    Links.add(links, "collection", base, Json.MEDIA_TYPE, "the collection");
    return links;
  }
}
