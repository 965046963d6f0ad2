package io.glebe.tile.engine;

import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.plan.CubeGrid;
import io.glebe.tile.resample.Resampling;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A fully resolved request for an image: the slices (times such as "latest" are already resolved),
 * the target grid and the rendering.
 *
 * <pre>{@code
 * TileRequest.tile(cube, slices, rendering, WEB_MERCATOR_QUAD, new TileId(14, 8901, 5850), 256)
 *     .with(Resampling.NEAREST);
 * }</pre>
 *
 * @param target pixels of the image
 * @param background {@code 0xRRGGBB} under pixels without data; empty leaves them transparent
 */
public record TileRequest(
    CubeGrid cube,
    List<LayerSlice> slices,
    Rendering rendering,
    RasterGrid target,
    Resampling resampling,
    OptionalInt background) {
  /** Maximum number of pixels along an edge of an image. */
  public static final int MAX_SIZE = 4096;

  public TileRequest {
    slices = List.copyOf(slices);
    if (slices.size() != rendering.slices()) {
      throw new IllegalArgumentException(
          "the rendering needs " + rendering.slices() + " layers, got " + slices.size());
    }
    if (target.width() > MAX_SIZE || target.height() > MAX_SIZE) {
      throw new IllegalArgumentException("an image has at most " + MAX_SIZE + " pixels a side");
    }
    // classes cannot be interpolated
    resampling =
        slices.stream().anyMatch(LayerSlice::categorical) ? Resampling.NEAREST : resampling;
  }

  /** A square tile of {@code size} pixels, bilinear, transparent where there is no data. */
  public static TileRequest tile(
      CubeGrid cube,
      List<LayerSlice> slices,
      Rendering rendering,
      TileMatrixSet set,
      TileId tile,
      int size) {
    return new TileRequest(
        cube,
        slices,
        rendering,
        RasterGrid.of(set, tile, size),
        Resampling.BILINEAR,
        OptionalInt.empty());
  }

  /** An image of any box in any projection. */
  public static TileRequest map(
      CubeGrid cube,
      List<LayerSlice> slices,
      Rendering rendering,
      Projection projection,
      Bounds bounds,
      int width,
      int height) {
    return new TileRequest(
        cube,
        slices,
        rendering,
        new RasterGrid(projection, Affine.over(bounds, width, height), width, height),
        Resampling.BILINEAR,
        OptionalInt.empty());
  }

  public TileRequest with(Resampling method) {
    return new TileRequest(cube, slices, rendering, target, method, background);
  }

  /** The same request with another stored number for "no data". */
  public TileRequest withNodata(double stored) {
    List<LayerSlice> changed =
        slices.stream()
            .map(
                s ->
                    s.with(
                        new Calibration(
                            s.calibration().scale(),
                            s.calibration().offset(),
                            OptionalDouble.of(stored))))
            .toList();
    return new TileRequest(cube, changed, rendering, target, resampling, background);
  }

  /** Stored bytes of one pixel of all slices. */
  int bytesPerPixel() {
    return slices.stream().mapToInt(LayerSlice::bytesPerPixel).sum();
  }

  /** The canonical key. Requests with equal keys have equal pixels by construction. */
  public TileKey key() {
    StringBuilder text = new StringBuilder(256);
    text.append('v').append(TileKey.RENDERING_VERSION).append('|');
    SourceWindow window = SourceWindow.of(this);
    for (LayerSlice s : slices) {
      Calibration c = s.calibration();
      text.append(window.identity(s)).append('*').append(c.scale()).append('+').append(c.offset());
      c.nodata().ifPresent(n -> text.append('!').append(n));
      text.append(';');
    }
    text.append('|').append(rendering.canonical()).append('|');
    Affine a = target.affine();
    text.append(target.projection().epsg()).append('@');
    text.append(a.originX()).append(',').append(a.originY()).append(',');
    text.append(a.pixelWidth()).append(',').append(a.pixelHeight()).append(',');
    text.append(target.width()).append('x').append(target.height()).append('|');
    text.append(resampling);
    background.ifPresent(b -> text.append('|').append(Integer.toHexString(b)));
    return new TileKey(text.toString());
  }
}
