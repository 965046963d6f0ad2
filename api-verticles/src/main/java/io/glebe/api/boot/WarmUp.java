package io.glebe.api.boot;

import io.glebe.tile.engine.TileEngine;
import io.glebe.zarr.vector.Vectors;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warms the renderers up in two steps: scalar loops are compiled while the database and the areas
 * start, and the start waits for them; vector loops, which take the compiler much longer, are
 * compiled while the platform already serves. See docs/decisions/0043.
 */
final class WarmUp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  private final TileEngine engine;
  private final boolean wanted;
  private final CompletableFuture<Void> scalar = new CompletableFuture<>();
  private volatile boolean closed;

  private WarmUp(TileEngine engine, boolean wanted) {
    this.engine = engine;
    this.wanted = wanted;
  }

  /**
   * Starts the first step.
   *
   * @param wanted if false, every loop is compiled on first use
   */
  static WarmUp start(TileEngine engine, boolean wanted) {
    WarmUp warmUp = new WarmUp(engine, wanted);
    if (wanted) {
      Vectors.enableAfterWarmUp();
      begin("warm-up", warmUp::compileScalarLoops);
    } else {
      warmUp.scalar.complete(null);
    }
    return warmUp;
  }

  /** The engine that is warmed up. */
  TileEngine engine() {
    return engine;
  }

  private static void begin(String name, Runnable work) {
    Thread.ofPlatform().name(name).daemon(true).start(work);
  }

  /** Waits for the scalar loops. */
  void await() {
    try {
      scalar.join();
    } catch (CompletionException e) {
      throw new IllegalStateException("the renderers do not work", e.getCause());
    }
  }

  /** Starts the second step: the vectorized kernels are enabled once they are compiled. */
  void enableVectorKernels() {
    if (wanted) {
      begin("vectors", this::compileVectorLoops);
    }
  }

  private void compileScalarLoops() {
    long start = System.nanoTime();
    try {
      engine.warmUp();
      LOG.info("renderers are warm after {} ms", millisSince(start));
      scalar.complete(null);
    } catch (RuntimeException | Error failure) {
      scalar.completeExceptionally(failure);
    }
  }

  private void compileVectorLoops() {
    long start = System.nanoTime();
    try {
      if (engine.warmUpVectors()) {
        LOG.info("renderers run on vectors after {} ms more", millisSince(start));
      } else {
        LOG.warn("renderers run without vectors: the compiler did not compile them in time");
      }
    } catch (RuntimeException e) {
      if (!closed) {
        LOG.error("renderers run without vectors", e);
      }
    }
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  @Override
  public void close() {
    closed = true;
  }
}
