package io.glebe.tile.grid;

import java.util.Optional;

/**
 * A warp between projections where x depends on x only and y on y only. It is exact: one table of
 * source columns and one of source rows.
 */
public final class SeparableWarp implements Warp {
  private final double[] columns;
  private final double[] rows;
  private final int sourceWidth;
  private final int sourceHeight;

  private SeparableWarp(double[] columns, double[] rows, int sourceWidth, int sourceHeight) {
    this.columns = columns;
    this.rows = rows;
    this.sourceWidth = sourceWidth;
    this.sourceHeight = sourceHeight;
  }

  static boolean applies(Projection a, Projection b) {
    return a.epsg() == b.epsg() || cylindrical(a) && cylindrical(b);
  }

  private static boolean cylindrical(Projection projection) {
    return projection instanceof Geographic || projection instanceof WebMercator;
  }

  static SeparableWarp of(RasterGrid source, RasterGrid target) {
    Affine from = target.affine();
    Affine to = source.affine();
    double[] columns = new double[target.width()];
    double[] rows = new double[target.height()];
    boolean same = source.projection().epsg() == target.projection().epsg();
    double[] point = new double[2];
    for (int c = 0; c < columns.length; c++) {
      point[0] = from.x(c + 0.5);
      if (!same) {
        convert(source.projection(), target.projection(), point[0], 0, point);
      }
      columns[c] = to.column(point[0]);
    }
    for (int r = 0; r < rows.length; r++) {
      point[1] = from.y(r + 0.5);
      if (!same) {
        convert(source.projection(), target.projection(), 0, point[1], point);
      }
      rows[r] = to.row(point[1]);
    }
    return new SeparableWarp(columns, rows, source.width(), source.height());
  }

  private static void convert(
      Projection source, Projection target, double x, double y, double[] point) {
    target.toLonLat(x, y, point, 0);
    source.fromLonLat(point[0], point[1], point, 0);
  }

  @Override
  public int width() {
    return columns.length;
  }

  @Override
  public int height() {
    return rows.length;
  }

  /** The source column under the centre of a target column. */
  public double column(int targetColumn) {
    return columns[targetColumn];
  }

  /** The source row under the centre of a target row. */
  public double row(int targetRow) {
    return rows[targetRow];
  }

  @Override
  public Optional<PixelWindow> window(int margin) {
    double halfX = scaleX() / 2;
    double halfY = scaleY() / 2;
    int marginX = margin + (halfX > 1 ? (int) Math.ceil(halfX) : 0);
    int marginY = margin + (halfY > 1 ? (int) Math.ceil(halfY) : 0);
    return PixelWindow.around(
        least(columns),
        least(rows),
        most(columns),
        most(rows),
        Math.max(marginX, marginY),
        sourceWidth,
        sourceHeight);
  }

  @Override
  public double scaleX() {
    return scale(columns);
  }

  @Override
  public double scaleY() {
    return scale(rows);
  }

  @Override
  public void position(int column, int row, double[] out) {
    out[0] = columns[column];
    out[1] = rows[row];
  }

  private static double scale(double[] table) {
    return table.length == 1
        ? 1
        : Math.abs(table[table.length - 1] - table[0]) / (table.length - 1);
  }

  private static double least(double[] table) {
    return Math.min(table[0], table[table.length - 1]);
  }

  private static double most(double[] table) {
    return Math.max(table[0], table[table.length - 1]);
  }
}
