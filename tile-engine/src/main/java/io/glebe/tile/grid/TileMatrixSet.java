package io.glebe.tile.grid;

import java.util.List;
import java.util.Optional;

/**
 * The supported tile pyramids, as defined by the OGC Two Dimensional Tile Matrix Set standard (2.0,
 * annex D).
 *
 * <pre>{@code
 * TileId tile = new TileId(14, 8901, 5850);
 * Bounds metres = TileMatrixSet.WEB_MERCATOR_QUAD.bounds(tile);
 * }</pre>
 */
public enum TileMatrixSet {
  WEB_MERCATOR_QUAD(
      "WebMercatorQuad",
      "Google Maps Compatible for the World",
      "http://www.opengis.net/def/crs/EPSG/0/3857",
      WebMercator.INSTANCE,
      new Bounds(-WebMercator.EXTENT, -WebMercator.EXTENT, WebMercator.EXTENT, WebMercator.EXTENT),
      1,
      559082264.0287178),
  WORLD_CRS84_QUAD(
      "WorldCRS84Quad",
      "CRS84 for the World",
      "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
      Geographic.INSTANCE,
      new Bounds(-180, -90, 180, 90),
      2,
      279541132.0143589);

  /** The highest supported zoom. */
  public static final int MAX_ZOOM = 24;

  private static final String REGISTER = "http://www.opengis.net/def/tilematrixset/OGC/1.0/";

  private final String id;
  private final String title;
  private final String crs;
  private final Projection projection;
  private final Bounds extent;
  private final int columnsAtZero;
  private final double scaleAtZero;

  TileMatrixSet(
      String id,
      String title,
      String crs,
      Projection projection,
      Bounds extent,
      int columnsAtZero,
      double scaleAtZero) {
    this.id = id;
    this.title = title;
    this.crs = crs;
    this.projection = projection;
    this.extent = extent;
    this.columnsAtZero = columnsAtZero;
    this.scaleAtZero = scaleAtZero;
  }

  /** The set with this OGC identifier, e.g. {@code WebMercatorQuad}. */
  public static Optional<TileMatrixSet> byId(String id) {
    return List.of(values()).stream().filter(set -> set.id.equals(id)).findFirst();
  }

  public String id() {
    return id;
  }

  public String title() {
    return title;
  }

  /** The address of the definition in the OGC register. */
  public String uri() {
    return REGISTER + id;
  }

  /** The address of the coordinate reference system; both sets put x (east) first. */
  public String crs() {
    return crs;
  }

  public Projection projection() {
    return projection;
  }

  /** The square or rectangle that zoom 0 covers, in units of the projection. */
  public Bounds extent() {
    return extent;
  }

  /**
   * @throws IllegalArgumentException when zoom is outside 0..{@value #MAX_ZOOM}
   */
  public TileMatrix matrix(int zoom) {
    if (zoom < 0 || zoom > MAX_ZOOM) {
      throw new IllegalArgumentException("zoom " + zoom + " is outside 0.." + MAX_ZOOM);
    }
    int rows = 1 << zoom;
    double cell = extent.height() / TileMatrix.TILE_SIZE / rows;
    return new TileMatrix(
        zoom, scaleAtZero / rows, cell, extent.minX(), extent.maxY(), columnsAtZero << zoom, rows);
  }

  public boolean contains(TileId tile) {
    return tile.zoom() <= MAX_ZOOM
        && tile.x() < columnsAtZero << tile.zoom()
        && tile.y() < 1 << tile.zoom();
  }

  /** The box of a tile in units of the projection. */
  public Bounds bounds(TileId tile) {
    double span = extent.height() / (1 << tile.zoom());
    return new Bounds(
        extent.minX() + tile.x() * span,
        extent.maxY() - (tile.y() + 1) * span,
        extent.minX() + (tile.x() + 1) * span,
        extent.maxY() - tile.y() * span);
  }

  /** The grid of a tile that is {@code size} pixels wide and high. */
  public Affine grid(TileId tile, int size) {
    return Affine.over(bounds(tile), size, size);
  }

  /** The tiles of one zoom that touch a box (units of the projection); empty when none does. */
  public Optional<TileRange> covering(Bounds box, int zoom) {
    return box.intersection(extent).map(inside -> range(inside, zoom));
  }

  private TileRange range(Bounds inside, int zoom) {
    TileMatrix matrix = matrix(zoom);
    double span = matrix.tileSpan();
    return new TileRange(
        zoom,
        first((inside.minX() - extent.minX()) / span, matrix.columns()),
        first((extent.maxY() - inside.maxY()) / span, matrix.rows()),
        last((inside.maxX() - extent.minX()) / span, matrix.columns()),
        last((extent.maxY() - inside.minY()) / span, matrix.rows()));
  }

  /**
   * A distance of 1e-9 of a tile beyond an edge is a rounding error and does not count as a touch.
   */
  private static int first(double position, int count) {
    return Math.clamp((long) Math.floor(position + 1e-9), 0, count - 1);
  }

  private static int last(double position, int count) {
    return Math.clamp((long) Math.ceil(position - 1e-9) - 1, 0, count - 1);
  }
}
