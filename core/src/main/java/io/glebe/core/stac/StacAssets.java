package io.glebe.core.stac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.layer.SliceFile;
import io.glebe.core.json.Json;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.Layer;
import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Envelope;

/** Links to the data as assets of collections and items. URLs contain the data's version. */
record StacAssets(String base) {
  private static final String TILES = "/tiles/WebMercatorQuad";
  private static final String VECTORS = "/tiles/WebMercatorQuad-Vector";
  private static final String GEO_JSON = "application/geo+json";

  /** Maximum zoom of a thumbnail tile. */
  private static final int MAX_ZOOM = 20;

  /** Returns the assets of a collection. */
  ObjectNode of(StacSource source) {
    ObjectNode assets = Json.object();
    String base = collectionUrl(source);
    asset(assets, "metadata", base, Json.MEDIA_TYPE, "The collection", "metadata");
    if (source.snapshot().filter(s -> !StacSource.empty(s)).isPresent()) {
      tileJson(assets, base + TILES, "?v=" + source.snapshot().get().version());
    }
    if (source.row().features().count() > 0) {
      features(assets, source, base);
    }
    return assets;
  }

  /** Returns the assets of an item. */
  ObjectNode of(StacItem item) {
    ObjectNode assets = Json.object();
    String base = collectionUrl(item.source());
    if (!item.slice()) {
      features(assets, item.source(), base);
      return assets;
    }
    DatasetSnapshot snapshot = item.source().snapshot().orElseThrow();
    String when = "datetime=" + item.first() + "&v=" + snapshot.version();
    for (String name : item.layers()) {
      Layer layer = snapshot.layer(name).orElseThrow();
      String href = base + "/layers/" + name + "/data/binary?datetime=" + item.first();
      ObjectNode asset = asset(assets, name, href, SliceFile.NPY, title(layer), "data");
      StacCube.band(asset, layer, item.source());
    }
    tileJson(assets, base + TILES, "?layers=" + item.layers().getFirst() + "&" + when);
    String tile = base + TILES + "/" + tile(item) + "?layers=" + item.layers().getFirst();
    asset(assets, "thumbnail", tile + "&" + when, "image/png", "A small image", "thumbnail");
    return assets;
  }

  private static String title(Layer layer) {
    return layer.attributes().get("title") instanceof String text && !text.isBlank()
        ? text
        : layer.name();
  }

  private static void tileJson(ObjectNode assets, String tiles, String query) {
    String href = tiles + "/tilejson.json" + query;
    asset(assets, "tilejson", href, Json.MEDIA_TYPE, "Tiles, as TileJSON", "tiles");
  }

  private static void features(ObjectNode assets, StacSource source, String base) {
    asset(assets, "features", base + "/items?limit=10000", GEO_JSON, "The features", "data");
    String href = base + VECTORS + "/tilejson.json?v=" + source.row().dataVersion();
    asset(assets, "vectortiles", href, Json.MEDIA_TYPE, "Vector tiles, as TileJSON", "tiles");
  }

  /** Returns the extensions that define the item's members. */
  List<String> extensions(StacItem item, ObjectNode assets) {
    List<String> all = new ArrayList<>();
    if (item.slice()) {
      all.add(StacCube.PROJECTION);
      all.add(StacCube.RASTER);
      boolean hasBands = false;
      for (JsonNode asset : assets) {
        hasBands |= asset.has("eo:bands");
      }
      if (hasBands || item.cloudCover().isPresent()) {
        all.add(StacCube.EO);
      }
    }
    return all;
  }

  private String collectionUrl(StacSource source) {
    return base + "/collections/" + source.row().id();
  }

  /** Returns the smallest tile that contains the whole footprint. */
  private static String tile(StacItem item) {
    Envelope box = item.footprint().orElseThrow().getEnvelopeInternal();
    for (int zoom = MAX_ZOOM; zoom > 0; zoom--) {
      int tiles = 1 << zoom;
      int left = column(box.getMinX(), tiles);
      int top = row(box.getMaxY(), tiles);
      if (left == column(box.getMaxX(), tiles) && top == row(box.getMinY(), tiles)) {
        return zoom + "/" + left + "/" + top;
      }
    }
    return "0/0/0";
  }

  private static int column(double longitude, int tiles) {
    return Math.clamp((int) Math.floor((longitude + 180) / 360 * tiles), 0, tiles - 1);
  }

  private static int row(double latitude, int tiles) {
    double y = Math.toRadians(Math.clamp(latitude, -85, 85));
    double mercator = (1 - Math.log(Math.tan(y) + 1 / Math.cos(y)) / Math.PI) / 2;
    return Math.clamp((int) Math.floor(mercator * tiles), 0, tiles - 1);
  }

  private static ObjectNode asset(
      ObjectNode assets, String key, String href, String type, String title, String role) {
    ObjectNode asset = assets.putObject(key).put("href", href).put("type", type);
    asset.put("title", title).putArray("roles").add(role);
    return asset;
  }
}
