package io.glebe.api.boot;

import io.glebe.tile.engine.TileEngine;
import io.glebe.zarr.vector.Vectors;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the renderers to speed in two steps: scalar loops are compiled while database and doors
 * come up, and are waited for; vector loops, which take the compiler much longer, while the
 * platform already serves. See docs/decisions/0043.
 */
final class WarmUp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  private final TileEngine engine;
  private final boolean wanted;
  private final CompletableFuture<Void> scalar = new CompletableFuture<>();
  private volatile boolean closed;

  /** Begins at once, where it is wanted; otherwise every loop is compiled as it comes into use. */
  WarmUp(TileEngine engine, boolean wanted) {
    this.engine = engine;
    this.wanted = wanted;
    if (wanted) {
      Vectors.holdBack();
      begin("warm-up", this::warmUp);
    } else {
      scalar.complete(null);
    }
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

  /** From now on the vector loops are compiled aside. */
  void quicken() {
    if (wanted) {
      begin("vectors", this::rehearse);
    }
  }

  private void warmUp() {
    long start = System.nanoTime();
    try {
      engine.warmUp();
      LOG.info("renderers are warm after {} ms", millisSince(start));
      scalar.complete(null);
    } catch (RuntimeException | Error failure) {
      scalar.completeExceptionally(failure);
    }
  }

  private void rehearse() {
    long start = System.nanoTime();
    try {
      if (engine.rehearseVectors()) {
        LOG.info("renderers run on vectors after {} ms more", millisSince(start));
      } else {
        LOG.warn("renderers stay without vectors: the compiler did not come to them");
      }
    } catch (RuntimeException e) {
      if (!closed) {
        LOG.error("renderers stay without vectors", e);
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
