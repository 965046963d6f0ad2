package io.glebe.bench.mvt;

import io.glebe.tile.mvt.AttributeTable;
import io.glebe.tile.mvt.MvtEncoder;
import io.glebe.tile.mvt.MvtFeature;
import io.glebe.tile.mvt.MvtOptions;
import io.glebe.tile.mvt.PreparedFeature;
import io.glebe.tile.mvt.ShapeGrids;
import io.glebe.tile.mvt.TileGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
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
    ShapeGrids grids = new ShapeGrids(List.of(grid), tolerance);
    List<Field> fields = Field.some(FIELDS, 0, 0, 10_000, form);
    for (int i = 0; i < FIELDS; i++) {
      Field field = fields.get(i);
      features.add(MvtFeature.of(i, field.shape(), field.attributes()));
      int[] tags = table.tags(field.attributes());
      prepared.add(new PreparedFeature(OptionalLong.of(i), field.shape(), tags, grids));
    }
    encoder = new MvtEncoder(MvtOptions.DEFAULT.withTolerance(tolerance));
  }

  @Benchmark
  public byte[] fields() {
    encoder.begin(grid.frame(0, 0));
    encoder.layer("fields", features);
    return encoder.finish().bytes();
  }

  /** The same tile from shapes that are kept. */
  @Benchmark
  public byte[] preparedFields() {
    encoder.begin(grid, 0, 0);
    encoder.layer("fields", table, prepared);
    return encoder.finish().bytes();
  }
}
