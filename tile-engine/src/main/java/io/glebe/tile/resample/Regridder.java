package io.glebe.tile.resample;

import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.Warp;
import io.glebe.tile.grid.WarpLimitException;
import io.glebe.tile.kernel.Raster;
import java.util.Arrays;
import java.util.Optional;

/**
 * Resamples a raster to another grid, window by window of the target, with bounded memory:
 *
 * <pre>{@code
 * Regridder regridder = new Regridder(source, target, Resampling.BILINEAR, file::read);
 * regridder.fill(window, cells); // cells: window.pixels() values, NaN for no value
 * }</pre>
 *
 * Positions err by at most {@link Warp#TOLERANCE} of a source pixel. Nearest neighbours keep the
 * full precision of doubles; the other methods compute with floats (24 bits), and bilinear and
 * cubic average where the source is more than twice as fine as the target. One thread at a time.
 */
public final class Regridder {
  /** Maximum number of source pixels in memory at once; larger needs divide the target window. */
  private static final int MAX_WINDOW = 1 << 21;

  /** Maximum number of source pixels read for one target in total. */
  private static final long MAX_PIXELS = 1L << 32;

  /** The source of values. */
  @FunctionalInterface
  public interface Source {
    /** Reads a window: {@code window.pixels()} values in C order, NaN for no value. */
    void read(PixelWindow window, double[] out);
  }

  private final RasterGrid source;
  private final RasterGrid target;
  private final Resampling method;
  private final Source reader;
  private final Raster raster = new Raster();
  private final Resampler resampler = new Resampler();
  private final double[] position = new double[2];
  private double[] values = new double[0];
  private float[] resampled = new float[0];
  private long pixels;

  public Regridder(RasterGrid source, RasterGrid target, Resampling method, Source reader) {
    this.source = source;
    this.target = target;
    this.method = method;
    this.reader = reader;
  }

  /**
   * Computes a window of the target.
   *
   * @param out at least {@code window.pixels()} values; NaN where the source has none
   * @return whether the source touches the window
   * @throws WarpLimitException when the source is too fine for the target
   */
  public boolean fill(PixelWindow window, double[] out) {
    Arrays.fill(out, 0, (int) window.pixels(), Double.NaN);
    return fill(window, window, out);
  }

  private boolean fill(PixelWindow part, PixelWindow whole, double[] out) {
    Warp warp;
    try {
      warp = Warp.between(source, grid(part));
    } catch (WarpLimitException tooFine) {
      return splitAndFill(part, whole, out, tooFine);
    }
    Resampling suited = method.suitedTo(Math.max(warp.scaleX(), warp.scaleY()));
    Optional<PixelWindow> needed = warp.window(suited.margin());
    if (needed.isEmpty()) {
      return false;
    }
    if (needed.get().pixels() > MAX_WINDOW) {
      return splitAndFill(part, whole, out, new WarpLimitException("the source is too fine"));
    }
    read(needed.get());
    if (suited == Resampling.NEAREST) {
      nearest(warp, needed.get(), part, whole, out);
    } else {
      resample(suited, warp, needed.get(), part, whole, out);
    }
    return true;
  }

  private boolean splitAndFill(
      PixelWindow part, PixelWindow whole, double[] out, WarpLimitException tooFine) {
    if (part.pixels() == 1) {
      throw tooFine;
    }
    boolean wide = part.width() >= part.height();
    int width = wide ? part.width() / 2 : part.width();
    int height = wide ? part.height() : part.height() / 2;
    PixelWindow first = new PixelWindow(part.column(), part.row(), width, height);
    PixelWindow second =
        wide
            ? new PixelWindow(part.column() + width, part.row(), part.width() - width, height)
            : new PixelWindow(part.column(), part.row() + height, width, part.height() - height);
    boolean any = fill(first, whole, out);
    any |= fill(second, whole, out);
    return any;
  }

  private RasterGrid grid(PixelWindow part) {
    Affine affine = target.affine();
    Affine moved =
        new Affine(
            affine.x(part.column()),
            affine.y(part.row()),
            affine.pixelWidth(),
            affine.pixelHeight());
    return new RasterGrid(target.projection(), moved, part.width(), part.height());
  }

  private void read(PixelWindow window) {
    pixels += window.pixels();
    if (pixels > MAX_PIXELS) {
      throw new WarpLimitException("more than " + MAX_PIXELS + " pixels of the source are needed");
    }
    if (values.length < window.pixels()) {
      values = new double[(int) window.pixels()];
    }
    reader.read(window, values);
  }

  private void nearest(
      Warp warp, PixelWindow window, PixelWindow part, PixelWindow whole, double[] out) {
    for (int row = 0; row < part.height(); row++) {
      for (int column = 0; column < part.width(); column++) {
        warp.position(column, row, position);
        double x = Math.floor(position[0]) - window.column();
        double y = Math.floor(position[1]) - window.row();
        if (x >= 0 && y >= 0 && x < window.width() && y < window.height()) {
          out[at(part, whole, row) + column] = values[((int) y) * window.width() + (int) x];
        }
      }
    }
  }

  private void resample(
      Resampling suited,
      Warp warp,
      PixelWindow window,
      PixelWindow part,
      PixelWindow whole,
      double[] out) {
    raster.reset(window);
    for (int i = 0; i < window.pixels(); i++) {
      raster.values()[i] = (float) values[i];
    }
    if (resampled.length < part.pixels()) {
      resampled = new float[(int) part.pixels()];
    }
    resampler.resample(suited, raster, warp, resampled);
    for (int row = 0; row < part.height(); row++) {
      for (int column = 0; column < part.width(); column++) {
        out[at(part, whole, row) + column] = resampled[row * part.width() + column];
      }
    }
  }

  /** Index of a part's row in the values of the whole window. */
  private static int at(PixelWindow part, PixelWindow whole, int row) {
    return (part.row() - whole.row() + row) * whole.width() + part.column() - whole.column();
  }
}
