package io.glebe.api.cli.load.scenario;

import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.TileRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One viewer of a map: moves it, zooms, steps through the times, changes the layer, shows parcels.
 * Each step requests the tiles that come into view, those in the middle first. Tiles that were in
 * view earlier are requested with their ETag, as browsers do with {@code no-cache}.
 */
final class MapWalk {
  private static final int TILE = 256;
  private static final int[][] SCREENS = {{1280, 800}, {1280, 800}, {1920, 1000}, {390, 760}};
  private static final int MOST_TRIES = 8;
  private static final double SHORTEST_MOVE = 0.15;
  private static final double LONGEST_MOVE = 0.7;
  private static final String VECTOR = "-Vector/";

  /** Stages of Server-Timing of a tile that was not in the cache of tiles. */
  private static final List<String> DRAWN = List.of("decode", "warp", "colour", "encode");

  private final MapLayers map;
  private final SplittableRandom random;
  private final BrowserCache cache = new BrowserCache();
  private final int[] screen;
  private Set<String> visible = Set.of();
  private double x;
  private double y;
  private int zoom;
  private int layer;
  private int time;
  private boolean overlay;

  MapWalk(MapLayers map, long seed) {
    this.map = map;
    this.random = new SplittableRandom(seed);
    this.screen = SCREENS[random.nextInt(SCREENS.length)];
    open();
  }

  /** Opens the page: a place, a zoom, the newest time. */
  private void open() {
    Bounds bounds = map.bounds();
    x = bounds.minX() + random.nextDouble() * bounds.width();
    y = bounds.minY() + random.nextDouble() * bounds.height();
    zoom = map.minZoom() + random.nextInt(map.maxZoom() - map.minZoom() + 1);
    layer = random.nextInt(map.layers().size());
    time = map.times().size() - 1;
    overlay = !map.overlays().isEmpty() && random.nextInt(4) == 0;
    visible = Set.of();
  }

  /** The requests of the next step. */
  List<LoadRequest> next() {
    List<LoadRequest> requests = visible.isEmpty() ? show() : List.of();
    for (int tries = 0; requests.isEmpty() && tries < MOST_TRIES; tries++) {
      step();
      requests = show();
    }
    while (requests.isEmpty()) {
      open();
      requests = show();
    }
    return requests;
  }

  private void step() {
    int chance = random.nextInt(100);
    if (chance < 55) {
      move();
    } else if (chance < 70) {
      zoom = Math.min(zoom + 1, map.maxZoom());
    } else if (chance < 80) {
      zoom = Math.max(zoom - 1, map.minZoom());
    } else if (chance < 92) {
      time = Math.floorMod(time + (random.nextBoolean() ? 1 : -1), map.times().size());
    } else if (chance < 96) {
      layer = random.nextInt(map.layers().size());
    } else {
      overlay = !overlay && !map.overlays().isEmpty();
    }
  }

  private void move() {
    double angle = random.nextDouble() * 2 * Math.PI;
    double share = SHORTEST_MOVE + random.nextDouble() * (LONGEST_MOVE - SHORTEST_MOVE);
    Bounds bounds = map.bounds();
    double metres = metresOfTile() / TILE;
    x += Math.cos(angle) * share * screen[0] * metres;
    y += Math.sin(angle) * share * screen[1] * metres;
    x = Math.clamp(x, bounds.minX(), bounds.maxX());
    y = Math.clamp(y, bounds.minY(), bounds.maxY());
  }

  private double metresOfTile() {
    return TileMatrixSet.WEB_MERCATOR_QUAD.extent().width() / (1 << zoom);
  }

  /** The tiles that come into view. */
  private List<LoadRequest> show() {
    double metres = metresOfTile() / TILE;
    Bounds view =
        new Bounds(
            x - screen[0] / 2.0 * metres,
            y - screen[1] / 2.0 * metres,
            x + screen[0] / 2.0 * metres,
            y + screen[1] / 2.0 * metres);
    List<LoadRequest> requests = new ArrayList<>();
    Set<String> shown = new HashSet<>();
    for (TileId tile : tiles(view)) {
      add(rasterPath(tile), shown, requests);
      if (overlay) {
        map.overlays().stream()
            .filter(one -> one.bounds().overlaps(TileMatrixSet.WEB_MERCATOR_QUAD.bounds(tile)))
            .forEach(one -> add(one.path() + tile, shown, requests));
      }
    }
    visible = shown;
    return requests;
  }

  /** The tiles of the view that can have data, the middle first. */
  private List<TileId> tiles(Bounds view) {
    List<TileId> tiles = new ArrayList<>();
    view.intersection(map.bounds())
        .flatMap(box -> TileMatrixSet.WEB_MERCATOR_QUAD.covering(box, zoom))
        .ifPresent(range -> addAll(range, tiles));
    double size = metresOfTile();
    Bounds world = TileMatrixSet.WEB_MERCATOR_QUAD.extent();
    double column = (x - world.minX()) / size - 0.5;
    double row = (world.maxY() - y) / size - 0.5;
    tiles.sort(Comparator.comparingDouble(tile -> Math.hypot(tile.x() - column, tile.y() - row)));
    return tiles;
  }

  private void addAll(TileRange range, List<TileId> tiles) {
    for (int row = range.minY(); row <= range.maxY(); row++) {
      for (int column = range.minX(); column <= range.maxX(); column++) {
        tiles.add(new TileId(zoom, column, row));
      }
    }
  }

  private String rasterPath(TileId tile) {
    return "/api/v2/collections/%s/tiles/WebMercatorQuad/%s?layers=%s&datetime=%s"
        .formatted(map.id(), tile, map.layers().get(layer), map.times().get(time));
  }

  private void add(String path, Set<String> shown, List<LoadRequest> requests) {
    shown.add(path);
    if (!visible.contains(path)) {
      requests.add(
          LoadRequest.get(
              RequestClass.TILE,
              Audience.SPATIO,
              path,
              () -> cache.etag(path),
              answer -> read(path, answer)));
    }
  }

  private LoadRequest.Reading read(String path, LoadAnswer answer) {
    cache.put(path, answer.etag());
    String drawn = isDrawn(answer.timing()) ? "cold" : "warm";
    String state = path.contains(VECTOR) ? "vector" : drawn;
    return LoadRequest.Reading.of(answer.isNotModified() ? "304" : state);
  }

  /** Whether the server has drawn the tile for this request or one at the same time. */
  private static boolean isDrawn(String timing) {
    return DRAWN.stream().anyMatch(stage -> timing.contains(stage + ";"));
  }
}
