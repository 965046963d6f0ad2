package io.glebe.api.spatio.collection;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.ogc.Links;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.api.spatio.tile.VectorTileReplies;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.PageRequest;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.series.Statistic;
import io.glebe.zarr.dataset.DatasetSnapshot;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The capabilities of a collection: its layers, times and links to its data. */
final class CapabilitiesJson {
  private CapabilitiesJson() {}

  static ObjectNode of(CubeCollection collection, Optional<Cube> cube, ApiRequest request) {
    ObjectNode json = Json.object().put("id", collection.id()).put("title", collection.title());
    json.put("raster", cube.isPresent()).put("features", collection.features().count());
    ObjectNode described = CollectionJson.of(collection, request);
    Optional.ofNullable(described.get("extent")).ifPresent(extent -> json.set("extent", extent));
    json.set("crs", described.get("crs"));
    cube.ifPresent(open -> raster(json, open.now()));
    items(json.putObject("items"));
    ArrayNode sets = json.putObject("tiles").putArray("tileMatrixSets");
    if (cube.isPresent()) {
      for (TileMatrixSet set : TileMatrixSet.values()) {
        sets.addObject().put("id", set.id()).put("format", "image/png");
      }
    }
    if (cube.isEmpty() || collection.features().count() > 0) {
      sets.addObject().put("id", VectorTileReplies.SET).put("format", VectorTileReplies.MVT);
    }
    json.set("links", links(collection.id(), cube.isPresent(), request));
    return json;
  }

  private static void raster(ObjectNode json, DatasetSnapshot snapshot) {
    json.set("grid", LayerJson.grid(snapshot.grid()));
    RenderingResolver.names(snapshot).forEach(json.putArray("layers")::add);
    List<Instant> instants = Cube.instants(snapshot);
    ObjectNode time = json.putObject("time").put("count", instants.size());
    if (!instants.isEmpty()) {
      time.put("first", instants.getFirst().toString());
      time.put("last", instants.getLast().toString());
    }
    ObjectNode aggregate = json.putObject("aggregate");
    ArrayNode statistics = aggregate.putArray("aggregations");
    Arrays.stream(Statistic.values()).map(Statistic::id).forEach(statistics::add);
    aggregate.put("percentiles", true);
    List.of("json", "csv", "ndjson").forEach(aggregate.putArray("formats")::add);
    List.of("P1D", "P1W", "P1M").forEach(aggregate.putArray("resolutions")::add);
  }

  private static void items(ObjectNode items) {
    items.put("defaultLimit", PageRequest.DEFAULT_LIMIT).put("maxLimit", PageRequest.MAX_LIMIT);
    List.of("cql2-text", "cql2-json").forEach(items.putArray("filterLanguages")::add);
    List.of(Links.GEO_JSON, "text/html").forEach(items.putArray("formats")::add);
    List.of("bbox", "datetime", "filter", "sortby", "facetby", "properties", "crs")
        .forEach(items.putArray("parameters")::add);
  }

  private static ArrayNode links(String id, boolean raster, ApiRequest request) {
    String base = CollectionJson.base(id, request);
    ArrayNode links = Json.array();
    String type = Json.MEDIA_TYPE;
    Links.add(links, "self", base + "/capabilities", type, "this page");
    Links.add(links, "collection", base, type, "the collection");
    Links.add(links, "items", base + "/items", Links.GEO_JSON, "its features");
    Links.add(links, Links.QUERYABLES, base + "/queryables", Links.SCHEMA, "filters");
    Links.add(links, "tiles", base + "/tiles", type, "its tilesets");
    if (raster) {
      Links.add(links, "layers", base + "/layers", type, "its layers");
      Links.add(links, "time", base + "/time", type, "its dates");
    }
    return links;
  }
}
