package io.glebe.api.cli.load.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.api.cli.load.scenario.FarmPages;
import io.glebe.api.cli.load.scenario.MapLayers;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.WebMercator;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds out through the public API what the target has to show. */
public final class Discovery {
  private static final String COLLECTIONS = "/api/v2/collections";
  private static final int MOST_COLLECTIONS = 20;
  private static final int MOST_FARMS = 20;
  private static final int MOST_SERIES_LAYERS = 2;
  private static final int MAX_ZOOM = 18;
  private static final int COORDINATES = 4;

  private final TargetClient target;
  private final List<MapLayers> maps = new ArrayList<>();

  public Discovery(TargetClient target) throws IOException {
    this.target = target;
    List<String> rasters = new ArrayList<>();
    List<String> overlays = new ArrayList<>();
    JsonNode page = target.require(Audience.SPATIO, HttpMethod.GET, COLLECTIONS, Optional.empty());
    for (JsonNode collection : page.path("collections")) {
      String id = collection.path("id").asText();
      if (rasters.size() + overlays.size() < MOST_COLLECTIONS) {
        (collection.path("dataType").asText().equals("coverage") ? rasters : overlays).add(id);
      }
    }
    List<MapLayers.Overlay> shown = new ArrayList<>();
    for (String id : overlays) {
      overlay(COLLECTIONS + "/" + id + "/tiles/WebMercatorQuad-Vector/").ifPresent(shown::add);
    }
    for (String id : rasters) {
      map(id, shown).ifPresent(maps::add);
    }
  }

  /** The raster collections. */
  public List<MapLayers> maps() {
    return List.copyOf(maps);
  }

  private Optional<MapLayers.Overlay> overlay(String path) throws IOException {
    JsonNode box = target.get(Audience.SPATIO, path + "tilejson.json").path("bounds");
    return box.size() == COORDINATES
        ? Optional.of(new MapLayers.Overlay(path, metres(box)))
        : Optional.empty();
  }

  private Optional<MapLayers> map(String id, List<MapLayers.Overlay> overlays) throws IOException {
    String base = COLLECTIONS + "/" + id;
    List<String> times = new ArrayList<>();
    target
        .get(Audience.SPATIO, base + "/time")
        .path("times")
        .forEach(time -> times.add(time.asText()));
    List<String> layers = completeLayers(base, times.size());
    if (times.isEmpty() || layers.isEmpty()) {
      return Optional.empty();
    }
    JsonNode tiles =
        target.get(
            Audience.SPATIO,
            base + "/tiles/WebMercatorQuad/tilejson.json?layers=" + layers.getFirst());
    JsonNode box = tiles.path("bounds");
    if (box.size() != COORDINATES) {
      return Optional.empty();
    }
    int maxZoom = Math.min(tiles.path("maxzoom").asInt(MAX_ZOOM), MAX_ZOOM);
    int minZoom = Math.min(Math.max(tiles.path("minzoom").asInt(), usefulZoom(box)), maxZoom);
    Bounds bounds = metres(box);
    return Optional.of(
        new MapLayers(
            id,
            bounds,
            minZoom,
            maxZoom,
            layers,
            times,
            overlays.stream().filter(one -> one.bounds().overlaps(bounds)).limit(1).toList()));
  }

  /** The layers that have all times, and the composites of such layers. */
  private List<String> completeLayers(String base, int times) throws IOException {
    JsonNode all = target.get(Audience.SPATIO, base + "/layers").path("layers");
    Set<String> complete = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (JsonNode layer : all) {
      if (layer.path("slices").asInt() == times) {
        complete.add(layer.path("name").asText());
        names.add(layer.path("name").asText());
      }
    }
    for (JsonNode layer : all) {
      JsonNode bands = layer.path("bands");
      if (bands.size() > 0
          && bands.valueStream().allMatch(band -> complete.contains(band.asText()))) {
        names.add(layer.path("name").asText());
      }
    }
    return names;
  }

  /** The zoom at which the box is about as wide as two tiles: people do not begin farther away. */
  private static int usefulZoom(JsonNode box) {
    double degrees = Math.max(box.path(2).asDouble() - box.path(0).asDouble(), 1e-6);
    return Math.max(0, (int) Math.floor(Math.log(2 * 360 / degrees) / Math.log(2)));
  }

  private static Bounds metres(JsonNode box) {
    double[] low = new double[2];
    double[] high = new double[2];
    WebMercator.INSTANCE.fromLonLat(box.path(0).asDouble(), box.path(1).asDouble(), low, 0);
    WebMercator.INSTANCE.fromLonLat(box.path(2).asDouble(), box.path(3).asDouble(), high, 0);
    return new Bounds(low[0], low[1], high[0], high[1]);
  }

  /** The farms with their fields and datastreams. */
  public List<FarmPages> farms() throws IOException {
    List<Long> datastreams = new ArrayList<>();
    target
        .get(Audience.SENSOR, "/sta/v1.1/Datastreams?$top=100&$orderby=id&$select=id")
        .path("value")
        .forEach(stream -> datastreams.add(stream.path("@iot.id").asLong()));
    List<FarmPages> farms = new ArrayList<>();
    JsonNode page = target.get(Audience.FARM, "/v1/farms?limit=" + MOST_FARMS);
    for (JsonNode farm : page.path("items")) {
      String id = farm.path("id").asText();
      List<String> fields = new ArrayList<>();
      target
          .get(Audience.FARM, "/v1/fields?limit=200&farmId=" + id)
          .path("items")
          .forEach(field -> fields.add(field.path("id").asText()));
      if (!fields.isEmpty()) {
        farms.add(new FarmPages(id, fields, datastreams, sources()));
      }
    }
    return farms;
  }

  /** Collections with series: their layer NDVI, otherwise the first one. */
  private List<FarmPages.SeriesSource> sources() {
    return maps.stream()
        .limit(MOST_SERIES_LAYERS)
        .map(
            map ->
                new FarmPages.SeriesSource(
                    map.id(), map.layers().contains("NDVI") ? "NDVI" : map.layers().getFirst()))
        .toList();
  }
}
