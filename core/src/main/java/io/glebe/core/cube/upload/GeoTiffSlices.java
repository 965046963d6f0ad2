package io.glebe.core.cube.upload;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.WarpLimitException;
import io.glebe.tile.resample.Regridder;
import io.glebe.tile.resample.Resampling;
import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.dataset.layout.Cells;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.tiff.Georeference;
import io.glebe.zarr.tiff.TiffException;
import io.glebe.zarr.tiff.TiffFile;
import io.glebe.zarr.tiff.TiffImage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Bands of a GeoTIFF as slices: copied cell by cell where the grids match, otherwise resampled. Not
 * thread-safe.
 */
final class GeoTiffSlices implements SliceSource {
  /** Side of the target windows; common chunk sides are multiples of it. */
  private static final int BLOCK = 256;

  /** Grids match when no corner differs by more than this fraction of a cell. */
  private static final double SAME = 1e-3;

  private final TiffFile file;
  private final TiffImage image;
  private final Layer layer;
  private final GridSpec grid;
  private final UploadSpec spec;
  private final RasterGrid source;
  private final RasterGrid target;
  private final OptionalDouble nodata;

  private GeoTiffSlices(TiffFile file, Layer layer, GridSpec grid, UploadSpec spec) {
    this.file = file;
    this.image = file.image();
    this.layer = layer;
    this.grid = grid;
    this.spec = spec;
    this.nodata = spec.raster().nodata().isPresent() ? spec.raster().nodata() : image.nodata();
    this.target =
        new RasterGrid(
            Projection.of(grid.epsg()),
            new Affine(grid.originX(), grid.originY(), grid.pixelWidth(), grid.pixelHeight()),
            grid.width(),
            grid.height());
    this.source = source();
    if (spec.window().isPresent()) {
      throw Problem.invalid(
          Violation.parameter("window", "window", "a GeoTIFF says by itself where it lies"));
    }
  }

  /** Opens a spooled file; 422 describes an invalid one. */
  static GeoTiffSlices open(FileChannel channel, Layer layer, GridSpec grid, UploadSpec spec)
      throws IOException {
    TiffFile file;
    try {
      file = TiffFile.open(channel);
    } catch (TiffException e) {
      throw explained(e);
    }
    try {
      return new GeoTiffSlices(file, layer, grid, spec);
    } catch (RuntimeException refused) {
      file.close();
      throw refused;
    }
  }

  private static Problem explained(TiffException e) {
    return refused("the GeoTIFF cannot be read: " + e.getMessage());
  }

  private static Problem refused(String detail) {
    return Problem.invalid(Violation.at("geotiff", "", detail));
  }

  private RasterGrid source() {
    if (image.georeference().isEmpty()) {
      if (image.width() == grid.width() && image.height() == grid.height()) {
        return target;
      }
      throw refused(
          "the TIFF file does not say where it lies, and its %d x %d cells are not those of the grid, %d x %d"
              .formatted(image.width(), image.height(), grid.width(), grid.height()));
    }
    Georeference place = image.georeference().get();
    Affine affine =
        new Affine(place.originX(), place.originY(), place.pixelWidth(), place.pixelHeight());
    return new RasterGrid(projection(place), affine, image.width(), image.height());
  }

  private Projection projection(Georeference place) {
    int epsg =
        spec.raster()
            .crs()
            .orElseGet(
                () ->
                    place
                        .epsg()
                        .orElseThrow(
                            () ->
                                refused(
                                    "the GeoTIFF names no EPSG code for its coordinate reference"
                                        + " system; give it as crs=EPSG:…")));
    try {
      return Projection.of(epsg);
    } catch (IllegalArgumentException unknown) {
      throw refused("the coordinate reference system EPSG:" + epsg + " is not known");
    }
  }

  @Override
  public int slices() {
    return Math.max(1, spec.raster().bands().size());
  }

  @Override
  public void write(List<Instant> instants, Target writers) {
    List<Integer> bands = bands(instants.size());
    try {
      for (int i = 0; i < bands.size(); i++) {
        SliceWriter writer = writers.begin(instants.get(i), spec.merge());
        if (aligned()) {
          copy(bands.get(i) - 1, writer);
        } else {
          resample(bands.get(i) - 1, writer);
        }
        writers.wrote();
      }
    } catch (TiffException damaged) {
      throw explained(damaged);
    } catch (WarpLimitException tooFine) {
      throw refused(
          "the GeoTIFF is too fine for the grid of the cube ("
              + tooFine.getMessage()
              + "); make it coarser first (gdalwarp -tr)");
    }
  }

  private List<Integer> bands(int instants) {
    List<Integer> named = spec.raster().bands();
    if (named.isEmpty() && image.bands() != instants) {
      throw refused(
          "the GeoTIFF has "
              + image.bands()
              + " bands for "
              + instants
              + " times; say which, for example band=1");
    }
    List<Integer> bands =
        named.isEmpty() ? IntStream.rangeClosed(1, image.bands()).boxed().toList() : named;
    for (int band : bands) {
      if (band < 1 || band > image.bands()) {
        throw Problem.invalid(
            Violation.parameter("band", "band", "the GeoTIFF has the bands 1 to " + image.bands()));
      }
    }
    if (bands.size() != instants) {
      throw UploadSpec.refused(bands.size() + " bands need as many times, not " + instants);
    }
    return bands;
  }

  /** Returns whether the cells of both grids match, possibly shifted by whole cells. */
  private boolean aligned() {
    if (source.projection().epsg() != target.projection().epsg()) {
      return false;
    }
    Affine from = source.affine();
    Affine to = target.affine();
    return near(to.column(from.x(0)))
        && near(to.row(from.y(0)))
        && Math.abs(to.column(from.x(source.width())) - to.column(from.x(0)) - source.width())
            <= SAME
        && Math.abs(to.row(from.y(source.height())) - to.row(from.y(0)) - source.height()) <= SAME;
  }

  private static boolean near(double position) {
    return Math.abs(position - Math.rint(position)) <= SAME && Math.abs(position) < 1e9;
  }

  /** Copies cell by cell where file and grid overlap. */
  private void copy(int band, SliceWriter writer) {
    int shiftX = (int) Math.rint(target.affine().column(source.affine().x(0)));
    int shiftY = (int) Math.rint(target.affine().row(source.affine().y(0)));
    int left = Math.max(0, shiftX);
    int right = Math.min(grid.width(), shiftX + image.width());
    int top = Math.max(0, shiftY);
    int bottom = Math.min(grid.height(), shiftY + image.height());
    if (left >= right || top >= bottom) {
      throw outside();
    }
    CellWriter cells = new CellWriter(layer, spec.physical(), false);
    int width = right - left;
    int rows = Math.clamp(CellSlices.STRIP_BYTES / (8 * width), 1, BLOCK);
    Numbers numbers = new Numbers(band);
    byte[] out = new byte[Math.multiplyExact(rows * width, layer.dataType().size())];
    boolean plain = cells.takes(image.type(), nodata);
    for (int row = top; row < bottom; row += rows) {
      int count = Math.min(rows, bottom - row);
      PixelWindow window = new PixelWindow(left - shiftX, row - shiftY, width, count);
      MemorySegment strip =
          MemorySegment.ofArray(out).asSlice(0, (long) count * width * layer.dataType().size());
      if (plain) {
        image.read(band, window.column(), window.row(), width, count, out);
      } else {
        double[] values = numbers.of(window);
        for (int r = 0; r < count; r++) {
          System.arraycopy(values, r * width, numbers.row, 0, width);
          long bytes = (long) width * layer.dataType().size();
          cells.store(numbers.row, width, strip.asSlice(r * bytes, bytes), row + r, left);
        }
      }
      writer.write(row, left, count, width, strip);
    }
  }

  private void resample(int band, SliceWriter writer) {
    Resampling method = resampling();
    Numbers numbers = new Numbers(band);
    Regridder regridder = new Regridder(source, target, method, numbers::read);
    CellWriter cells = new CellWriter(layer, spec.physical(), method != Resampling.NEAREST);
    double[] values = new double[BLOCK * BLOCK];
    byte[] out = new byte[BLOCK * BLOCK * layer.dataType().size()];
    boolean any = false;
    for (int row = 0; row < grid.height(); row += BLOCK) {
      for (int column = 0; column < grid.width(); column += BLOCK) {
        int width = Math.min(BLOCK, grid.width() - column);
        int height = Math.min(BLOCK, grid.height() - row);
        PixelWindow window = new PixelWindow(column, row, width, height);
        boolean touched = filled(regridder, window, values);
        any |= touched;
        if (touched) {
          store(cells, window, values, out);
          long bytes = window.pixels() * layer.dataType().size();
          writer.write(row, column, height, width, MemorySegment.ofArray(out).asSlice(0, bytes));
        }
      }
    }
    if (!any) {
      throw outside();
    }
  }

  /**
   * A position that cannot be projected to the grid is reported as such and not as a server error.
   */
  private static boolean filled(Regridder regridder, PixelWindow window, double[] values) {
    try {
      return regridder.fill(window, values);
    } catch (IllegalArgumentException nowhere) {
      throw refused("the place of the GeoTIFF makes no sense: " + nowhere.getMessage());
    }
  }

  private void store(CellWriter cells, PixelWindow window, double[] values, byte[] out) {
    double[] line = new double[window.width()];
    long bytes = (long) window.width() * layer.dataType().size();
    for (int r = 0; r < window.height(); r++) {
      System.arraycopy(values, r * window.width(), line, 0, window.width());
      MemorySegment to = MemorySegment.ofArray(out).asSlice(r * bytes, bytes);
      cells.store(line, window.width(), to, window.row() + r, window.column());
    }
  }

  private Resampling resampling() {
    return spec.raster()
        .resampling()
        .orElse(layer.categorical() ? Resampling.NEAREST : Resampling.BILINEAR);
  }

  private Problem outside() {
    return refused("the GeoTIFF is completely outside the grid of the cube");
  }

  /** Reads cells of a band as numbers; NaN means no value. */
  private final class Numbers {
    private final int band;
    private final Cells cells = new Cells(image.type(), nodata, 0);
    private final double[] row = new double[grid.width()];
    private byte[] bytes = new byte[0];
    private double[] values = new double[0];

    Numbers(int band) {
      this.band = band;
    }

    double[] of(PixelWindow window) {
      if (values.length < window.pixels()) {
        values = new double[(int) window.pixels()];
      }
      read(window, values);
      return values;
    }

    void read(PixelWindow window, double[] out) {
      int size = Math.toIntExact(window.pixels() * image.type().size());
      if (bytes.length < size) {
        bytes = new byte[size];
      }
      image.read(band, window.column(), window.row(), window.width(), window.height(), bytes);
      cells.read(MemorySegment.ofArray(bytes), 0, (int) window.pixels(), out);
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
