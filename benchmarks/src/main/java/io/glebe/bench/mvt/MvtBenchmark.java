package io.glebe.bench.mvt;

import io.glebe.tile.mvt.AttributeTable;
import io.glebe.tile.mvt.FlatGeometry;
import io.glebe.tile.mvt.MvtEncoder;
import io.glebe.tile.mvt.MvtFeature;
import io.glebe.tile.mvt.MvtOptions;
import io.glebe.tile.mvt.PreparedFeature;
import io.glebe.tile.mvt.TileFeatureCompiler;
import io.glebe.tile.mvt.TileGrid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A vector tile of 506 field polygons with 43 vertices and five attributes each. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class MvtBenchmark {
  private static final int FIELDS = 506;
  private static final int VERTICES = 43;
  private static final int HOLES = 4;

  /** Douglas-Peucker in tile units; 0 keeps all vertices. */
  @Param({"0", "1"})
  public double tolerance;

  /** Fields that are seen whole from their middle, fields with deep bays, or with four holes. */
  @Param({"round", "bays", "holes"})
  public String form;

  private final List<MvtFeature> features = new ArrayList<>();
  private final AttributeTable table = new AttributeTable();
  private final List<PreparedFeature> prepared = new ArrayList<>();
  private final TileGrid grid = new TileGrid(0, 10_000, 10_000, 4096);
  private MvtEncoder encoder;

  @Setup
  public void open() {
    Random random = new Random(7);
    TileFeatureCompiler compiler = new TileFeatureCompiler(List.of(grid));
    for (int i = 0; i < FIELDS; i++) {
      double cx = random.nextDouble() * 10_400 - 200;
      double cy = random.nextDouble() * 10_400 - 200;
      double radius = 100 + 150 * random.nextDouble();
      double[] ring = new double[2 * VERTICES];
      for (int v = 0; v < VERTICES; v++) {
        double angle = 2 * Math.PI * v / VERTICES;
        double r = radius * (0.9 + 0.1 * random.nextDouble());
        // a bay turns with its depth, so that no point of the field sees all of it
        double depth = form.equals("bays") && v % 14 > 10 ? 0.3 + 0.1 * (v % 14 - 10) : 1;
        double turned = angle + 2 * (1 - depth);
        ring[2 * v] = cx + r * depth * Math.cos(turned);
        ring[2 * v + 1] = cy + r * depth * Math.sin(turned);
      }
      Map<String, Object> tags = new LinkedHashMap<>();
      tags.put("id", (long) i);
      tags.put("crop", "crop-" + random.nextInt(12));
      tags.put("area", Math.round(radius * radius) / 100.0);
      tags.put("status", random.nextBoolean() ? "ACTIVE" : "FALLOW");
      tags.put("village", "village-" + random.nextInt(40));
      List<double[]> rings = new ArrayList<>(List.of(ring));
      for (int hole = 0; form.equals("holes") && hole < HOLES; hole++) {
        rings.add(hole(cx, cy, radius, hole));
      }
      FlatGeometry shape = FlatGeometry.polygon(rings);
      features.add(MvtFeature.of(i, shape, tags));
      prepared.add(compiler.feature(i, shape, table.tags(tags)));
    }
    encoder = new MvtEncoder(MvtOptions.DEFAULT.withTolerance(tolerance));
  }

  /** A hole of twelve vertices, half way between the middle of the field and its edge. */
  private static double[] hole(double cx, double cy, double radius, int number) {
    double[] ring = new double[24];
    double middle = 2 * Math.PI * number / HOLES;
    for (int v = 0; v < 12; v++) {
      double angle = -2 * Math.PI * v / 12;
      ring[2 * v] = cx + radius * (0.45 * Math.cos(middle) + 0.15 * Math.cos(angle));
      ring[2 * v + 1] = cy + radius * (0.45 * Math.sin(middle) + 0.15 * Math.sin(angle));
    }
    return ring;
  }

  @Benchmark
  public byte[] fields() {
    encoder.begin(grid.frame(0, 0));
    encoder.layer("fields", features);
    return encoder.finish().bytes();
  }

  /**
   * The same tile from geometries that were prepared once. With a tolerance, nothing can be
   * prepared.
   */
  @Benchmark
  public byte[] preparedFields() {
    encoder.begin(grid, 0, 0);
    encoder.layer("fields", table, prepared);
    return encoder.finish().bytes();
  }
}
