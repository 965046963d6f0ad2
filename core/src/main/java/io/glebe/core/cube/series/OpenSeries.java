package io.glebe.core.cube.series;

import io.glebe.tile.series.SeriesBucket;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A request within its budget, whose layers are read one after the other:
 *
 * <pre>{@code
 * try (OpenSeries series = ...) {
 *   for (LayerSeries layer : series.layers()) {
 *     for (var more = series.next(layer); !more.isEmpty(); more = series.next(layer)) { ... }
 *   }
 *   series.completed();
 * }
 * }</pre>
 *
 * <p>Reading blocks, so call it on a virtual thread; {@link #cancel} may be called from any thread.
 */
public final class OpenSeries implements AutoCloseable {
  private final SeriesQuery query;
  private final List<LayerSeries> layers;
  private final Consumer<SeriesMeters.Outcome> ended;
  private final AtomicReference<SeriesMeters.Outcome> outcome = new AtomicReference<>();

  /**
   * @param ended is called once
   */
  OpenSeries(SeriesQuery query, List<LayerSeries> layers, Consumer<SeriesMeters.Outcome> ended) {
    this.query = query;
    this.layers = List.copyOf(layers);
    this.ended = ended;
  }

  public SeriesQuery query() {
    return query;
  }

  public List<LayerSeries> layers() {
    return layers;
  }

  /** Returns the next buckets of a layer; empty after the last one. Blocks. */
  public List<SeriesBucket> next(LayerSeries layer) {
    if (layer.run().isEmpty()) {
      return List.of();
    }
    try {
      return layer.run().get().next().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Marks the series as completely read. */
  public void completed() {
    end(SeriesMeters.Outcome.COMPLETED);
  }

  /** Stops at the next chunk because the client no longer waits. */
  public void cancel() {
    end(SeriesMeters.Outcome.CANCELLED);
    layers.forEach(layer -> layer.run().ifPresent(run -> run.cancel()));
  }

  private void end(SeriesMeters.Outcome how) {
    if (outcome.compareAndSet(null, how)) {
      ended.accept(how);
    }
  }

  /** A series that was neither completed nor cancelled counts as failed. */
  @Override
  public void close() {
    end(SeriesMeters.Outcome.FAILED);
    layers.forEach(layer -> layer.run().ifPresent(run -> run.cancel()));
  }
}
