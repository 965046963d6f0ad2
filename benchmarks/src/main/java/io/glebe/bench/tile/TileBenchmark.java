package io.glebe.bench.tile;

import io.glebe.tile.engine.EngineSettings;
import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.engine.RenderScratch;
import io.glebe.tile.engine.Rendering;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.engine.TileRequest;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.resample.Resampling;
import io.glebe.tile.style.ColourRamp;
import java.util.ArrayList;
import java.util.List;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Tiles of 256 pixels per second on one thread, from UTM, including key and plan. Warm: chunks are
 * decoded. Cold: compressed chunks are in files that the operating system holds in memory.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class TileBenchmark {
  private static final int TILES = 64;

  @Param({"NDVI_NEAREST", "NDVI_BILINEAR", "RGB_BILINEAR"})
  public Kind kind;

  @Param("14")
  public int zoom;

  @Param("256")
  public int chunk;

  /** The kinds of rendering. */
  public enum Kind {
    NDVI_NEAREST,
    NDVI_BILINEAR,
    RGB_NEAREST,
    RGB_BILINEAR;

    Resampling resampling() {
      return name().endsWith("NEAREST") ? Resampling.NEAREST : Resampling.BILINEAR;
    }
  }

  private TileScene scene;
  private TileEngine engine;
  private final RenderScratch scratch = new RenderScratch();
  private final List<TileRequest> requests = new ArrayList<>();
  private int next;

  @Setup
  public void open() {
    scene = new TileScene(chunk);
    engine = new TileEngine(EngineSettings.forThisMachine());
    boolean ndvi = kind.name().startsWith("NDVI");
    List<LayerSlice> slices =
        ndvi
            ? List.of(scene.layer("ndvi", 1))
            : List.of(scene.layer("red", 2), scene.layer("green", 3), scene.layer("blue", 4));
    Stretch stretch = new Stretch(0, 1);
    Rendering rendering =
        ndvi
            ? Rendering.layer(ColourRamp.byName("ndvi").orElseThrow(), stretch)
            : Rendering.composite(stretch, stretch, stretch);
    for (TileId tile : scene.tiles(zoom, TILES)) {
      requests.add(
          TileRequest.tile(
                  scene.cube, slices, rendering, TileMatrixSet.WEB_MERCATOR_QUAD, tile, 256)
              .with(kind.resampling()));
    }
  }

  @TearDown
  public void close() {
    engine.close();
    scene.close();
  }

  @Benchmark
  public byte[] warm() {
    return engine.renderHere(requests.get(next++ % TILES), scratch).bytes();
  }

  @Benchmark
  public byte[] cold() {
    scene.chunks.clear();
    return warm();
  }
}
