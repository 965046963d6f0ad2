package io.glebe.core.cube.series;

import io.glebe.core.cube.model.LayerClass;
import io.glebe.tile.series.AreaCells;
import io.glebe.zarr.dataset.layout.Layer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How often the values of a layer occur in an area. Counts are cells of the layer at full
 * resolution, where a cell on the border of the area counts with its covered part.
 *
 * @param count cells with a value
 * @param cells all cells of the area
 * @param factor cells at full resolution along an edge of one counted cell; larger than 1 where an
 *     overview was read
 * @param bins of a layer that is not categorical, ascending
 * @param classes of a categorical layer, ascending
 */
public record CellHistogram(
    Layer layer,
    Instant instant,
    double count,
    double cells,
    int factor,
    List<Bin> bins,
    List<ClassCount> classes) {

  /** Values from {@code low} to {@code high}; the last bin includes its end. */
  public record Bin(double low, double high, double count) {}

  /** One class; the name is empty when nothing says what the number means. */
  public record ClassCount(int value, Optional<String> name, double count) {}

  /** Counts the cells of an area. */
  static CellHistogram of(Layer layer, Instant instant, AreaCells read, int bins) {
    double scale = (double) read.factor() * read.factor();
    double count = 0;
    for (int i = 0; i < read.count(); i++) {
      count += read.weights()[i] * scale;
    }
    return new CellHistogram(
        layer,
        instant,
        count,
        read.weight() * scale,
        read.factor(),
        layer.categorical() ? List.of() : bins(read, scale, bins),
        layer.categorical() ? classes(layer, read, scale) : List.of());
  }

  private static List<Bin> bins(AreaCells read, double scale, int number) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < read.count(); i++) {
      low = Math.min(low, read.values()[i]);
      high = Math.max(high, read.values()[i]);
    }
    if (!(Double.isFinite(low) && Double.isFinite(high))) {
      return List.of();
    }
    double[] counts = new double[high > low ? number : 1];
    double width = (high - low) / counts.length;
    for (int i = 0; i < read.count(); i++) {
      int bin = width == 0 ? 0 : (int) ((read.values()[i] - low) / width);
      counts[Math.min(bin, counts.length - 1)] += read.weights()[i] * scale;
    }
    List<Bin> bins = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      double end = i == counts.length - 1 ? high : low + (i + 1) * width;
      bins.add(new Bin(low + i * width, end, counts[i]));
    }
    return bins;
  }

  private static List<ClassCount> classes(Layer layer, AreaCells read, double scale) {
    Map<Integer, Double> counts = new TreeMap<>();
    for (int i = 0; i < read.count(); i++) {
      counts.merge(Math.round(read.values()[i]), read.weights()[i] * scale, Double::sum);
    }
    List<ClassCount> classes = new ArrayList<>();
    counts.forEach((value, count) -> classes.add(new ClassCount(value, name(layer, value), count)));
    return classes;
  }

  private static Optional<String> name(Layer layer, int value) {
    return LayerClass.of(layer).stream()
        .filter(one -> one.value() == value)
        .map(LayerClass::name)
        .findFirst();
  }
}
