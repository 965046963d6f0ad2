package io.glebe.core.cube.series;

import io.glebe.core.access.Caller;
import io.glebe.core.cube.layer.LayerService;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.cube.snapshot.SnapshotSelector;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.tile.engine.EngineBusyException;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.Estimate;
import io.glebe.tile.plan.OverBudgetException;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.tile.series.SeriesPlan;
import io.glebe.tile.series.SeriesRequest;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/** Computes time series of layers; rejects requests that are over budget before reading data. */
public final class SeriesService {
  private final LayerService layers;
  private final RecordAreas places;
  private final SeriesEngine engine;
  private final SeriesLimits limits;
  private final SeriesMeters meters;

  public SeriesService(
      LayerService layers,
      RecordAreas places,
      SeriesEngine engine,
      SeriesLimits limits,
      MeterRegistry registry) {
    this.layers = layers;
    this.places = places;
    this.engine = engine;
    this.limits = limits;
    this.meters = new SeriesMeters(registry);
  }

  public SeriesLimits limits() {
    return limits;
  }

  /**
   * Resolves a request and estimates its cost. 404 for an unknown collection, layer or location,
   * 403 without permission, 413 with the estimate when over budget, 503 when too many are active.
   *
   * @param asOf an earlier snapshot of the cube; empty for the newest
   * @param gone whether the client closed the connection
   */
  public Future<OpenSeries> open(
      Caller caller,
      String collection,
      Optional<SnapshotSelector> asOf,
      SeriesQuery query,
      BooleanSupplier gone) {
    if (!meters.begin(limits.running())) {
      return Future.failedFuture(
          Problem.tooBusy("too many series are being read", RetrySeconds.SERIES));
    }
    return layers
        .state(caller, collection, asOf)
        .compose(
            state ->
                places
                    .find(caller, query.place())
                    .compose(areas -> plans(state, query, areas, gone))
                    .map(plans -> begin(query, plans)))
        .onFailure(failure -> meters.ended(outcome(failure, gone)));
  }

  private static SeriesMeters.Outcome outcome(Throwable failure, BooleanSupplier gone) {
    if (gone.getAsBoolean()) {
      return SeriesMeters.Outcome.CANCELLED;
    }
    return failure instanceof Problem ? SeriesMeters.Outcome.REFUSED : SeriesMeters.Outcome.FAILED;
  }

  /**
   * Returns the plan of each layer; empty where no slice matches. Rejects only layers that are over
   * budget by the box of the area alone, which needs no exact estimate.
   */
  public Future<List<Optional<SeriesPlan>>> plans(
      CubeState state, SeriesQuery query, List<DatedArea> areas, BooleanSupplier gone) {
    List<Future<Optional<SeriesPlan>>> plans = new ArrayList<>();
    for (String layer : query.layers()) {
      plans.add(
          query
              .resolve(state.cube(), state.snapshot(), layer, areas)
              .map(request -> plan(request, gone))
              .orElse(Future.succeededFuture(Optional.empty())));
    }
    return Future.all(plans).map(all -> plans.stream().map(Future::result).toList());
  }

  private Future<Optional<SeriesPlan>> plan(SeriesRequest request, BooleanSupplier gone) {
    Context context = Vertx.currentContext();
    var planned = engine.plan(request, limits.budget(), gone);
    Future<SeriesPlan> future =
        context == null
            ? Future.fromCompletionStage(planned)
            : Future.fromCompletionStage(planned, context);
    return future.map(Optional::of).recover(SeriesService::explain);
  }

  private static <T> Future<T> explain(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return Future.failedFuture(
        switch (cause) {
          case EngineBusyException busy ->
              Problem.tooBusy("all renderers are busy", busy.retryAfterSeconds());
          case OverBudgetException over -> overBudget(over);
          case IllegalArgumentException area ->
              Problem.malformed(String.valueOf(area.getMessage()));
          default -> cause;
        });
  }

  private OpenSeries begin(SeriesQuery query, List<Optional<SeriesPlan>> plans) {
    check(plans, limits.budget(), limits.samples());
    List<LayerSeries> open = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      open.add(new LayerSeries(query.layers().get(i), plans.get(i).map(engine::start)));
    }
    return new OpenSeries(query, open, meters);
  }

  /** Rejects plans whose total cost exceeds a budget, with the estimate. */
  private static void check(List<Optional<SeriesPlan>> plans, Budget budget, long samples) {
    try {
      budget.check(cost(plans));
      plans.forEach(plan -> plan.ifPresent(p -> p.checkSamples(samples, budget)));
    } catch (OverBudgetException over) {
      throw overBudget(over);
    }
  }

  private static Problem overBudget(OverBudgetException over) {
    return Problem.of(
        ProblemType.OVER_BUDGET,
        over.getMessage()
            + "; ask for a smaller area or fewer dates, or submit the same as a job: POST"
            + " /collections/bulk-operations with type time-series or summary");
  }

  /** Returns the total cost of plans. */
  public static Estimate cost(List<Optional<SeriesPlan>> plans) {
    return plans.stream()
        .flatMap(Optional::stream)
        .map(SeriesPlan::estimate)
        .reduce(
            new Estimate(0, 0, 0),
            (a, b) ->
                new Estimate(
                    a.chunks() + b.chunks(), a.bytes() + b.bytes(), a.pixels() + b.pixels()));
  }
}
