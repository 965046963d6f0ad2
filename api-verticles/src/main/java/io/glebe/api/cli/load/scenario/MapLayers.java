package io.glebe.api.cli.load.scenario;

import io.glebe.tile.grid.Bounds;
import java.util.List;

/**
 * A raster collection of the target as its map clients see it.
 *
 * @param bounds its extent in metres of Web Mercator
 * @param layers names of its layers; not empty
 * @param times its times in their order; not empty
 * @param overlays collections with vector tiles that can be shown above it
 */
public record MapLayers(
    String id,
    Bounds bounds,
    int minZoom,
    int maxZoom,
    List<String> layers,
    List<String> times,
    List<Overlay> overlays) {
  /**
   * A collection with vector tiles.
   *
   * @param path of its tiles, without the tile
   * @param bounds its extent in metres of Web Mercator
   */
  public record Overlay(String path, Bounds bounds) {}
}
