package io.glebe.core.cube.series;

import io.glebe.tile.series.SeriesBucket;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A question that has been found affordable, its layers read one after the other:
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
 * Reading waits, so it belongs on a virtual thread; {@link #cancel} may be called from anywhere.
 */
public final class OpenSeries implements AutoCloseable {
  private final SeriesQuery query;
  private final List<LayerSeries> layers;
  private final SeriesMeters meters;
  private final AtomicReference<SeriesMeters.Outcome> outcome = new AtomicReference<>();

  OpenSeries(SeriesQuery query, List<LayerSeries> layers, SeriesMeters meters) {
    this.query = query;
    this.layers = List.copyOf(layers);
    this.meters = meters;
  }

  public SeriesQuery query() {
    return query;
  }

  public List<LayerSeries> layers() {
    return layers;
  }

  /** The next buckets of a layer; none behind the last one. Waits. */
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

  /** Everything has been read. */
  public void completed() {
    end(SeriesMeters.Outcome.COMPLETED);
  }

  /** Nobody waits for the answer any more: stops at the next row of chunks. */
  public void cancel() {
    end(SeriesMeters.Outcome.CANCELLED);
    layers.forEach(layer -> layer.run().ifPresent(run -> run.cancel()));
  }

  private void end(SeriesMeters.Outcome how) {
    if (outcome.compareAndSet(null, how)) {
      meters.ended(how);
    }
  }

  /** What was neither completed nor cancelled has failed. */
  @Override
  public void close() {
    end(SeriesMeters.Outcome.FAILED);
    layers.forEach(layer -> layer.run().ifPresent(run -> run.cancel()));
  }
}
