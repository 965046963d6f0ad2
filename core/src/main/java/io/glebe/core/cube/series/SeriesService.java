package io.glebe.core.cube.series;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.cube.cloud.CloudCover;
import io.glebe.core.cube.layer.LayerService;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.cube.snapshot.SnapshotSelector;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.tile.engine.DatasetView;
import io.glebe.tile.engine.EngineBusyException;
import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.Estimate;
import io.glebe.tile.plan.OverBudgetException;
import io.glebe.tile.series.AreaReader;
import io.glebe.tile.series.PlanLimits;
import io.glebe.tile.series.SeriesArea;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.tile.series.SeriesMemory;
import io.glebe.tile.series.SeriesPlan;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.SeriesTooLargeException;
import io.glebe.zarr.dataset.layout.Layer;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/** Computes time series of layers; rejects requests that are over budget before reading data. */
public final class SeriesService implements AutoCloseable {
  private final LayerService layers;
  private final RecordAreas recordAreas;
  private final SeriesEngine engine;
  private final AreaReader cells;
  private final CloudCover clouds;
  private final SeriesLimits limits;
  private final SeriesMeters meters;
  private final MemoryBudget memory;
  private final AreaThread areas = new AreaThread();
  private final SharedPlaces large;

  public SeriesService(
      LayerService layers,
      RecordAreas recordAreas,
      SeriesEngine engine,
      AreaReader cells,
      CloudCover clouds,
      SeriesLimits limits,
      MeterRegistry registry) {
    this.layers = layers;
    this.recordAreas = recordAreas;
    this.engine = engine;
    this.cells = cells;
    this.clouds = clouds;
    this.limits = limits;
    this.meters = new SeriesMeters(registry);
    this.memory = new MemoryBudget("series", limits.memory(), limits.memoryOfCaller());
    this.large =
        new SharedPlaces(
            "series over large areas",
            limits.running(),
            limits.largePerCaller(),
            limits.perCaller());
  }

  public SeriesLimits limits() {
    return limits;
  }

  /**
   * Resolves a request and estimates its cost. 404 for an unknown collection, layer or location,
   * 403 without permission, 413 with the estimate when over budget, 429 when too many of the caller
   * are active, 503 when too many are active or their memory is used up.
   *
   * @param asOf an earlier snapshot of the cube; empty for the newest
   * @param isAbandoned whether the client closed the connection
   */
  public Future<OpenSeries> open(
      Caller caller,
      String collection,
      Optional<SnapshotSelector> asOf,
      SeriesQuery query,
      BooleanSupplier isAbandoned) {
    return begun(caller, collection, asOf, held -> Future.succeededFuture(query), isAbandoned);
  }

  /**
   * As {@link #open(Caller, String, Optional, SeriesQuery, BooleanSupplier)} for a query that was
   * sent in a body.
   */
  public Future<OpenSeries> open(
      Caller caller,
      String collection,
      Optional<SnapshotSelector> asOf,
      SentQuery sent,
      BooleanSupplier isAbandoned) {
    return begun(
        caller,
        collection,
        asOf,
        held ->
            sent.receive()
                .get()
                .compose(query -> inTurn(caller, sent, held).map(query))
                .compose(query -> areas.run(caller.subjectId(), query, isAbandoned))
                .recover(SeriesService::explain),
        isAbandoned);
  }

  private Future<Void> inTurn(Caller caller, SentQuery sent, SeriesHoldings held) {
    return sent.isLarge() ? held.take(large, caller.subjectId()) : Future.succeededFuture();
  }

  private Future<OpenSeries> begun(
      Caller caller,
      String collection,
      Optional<SnapshotSelector> asOf,
      Function<SeriesHoldings, Future<SeriesQuery>> query,
      BooleanSupplier isAbandoned) {
    String subject = caller.subject();
    Optional<Problem> busy = begin(subject);
    if (busy.isPresent()) {
      return Future.failedFuture(busy.get());
    }
    SeriesHoldings held = new SeriesHoldings(new LeasedMemory(memory.lease(subject), isAbandoned));
    SeriesMemory share = held.memory();
    Consumer<SeriesMeters.Outcome> ended =
        outcome -> {
          held.close();
          meters.ended(subject, outcome);
        };
    return query
        .apply(held)
        .compose(
            requested ->
                caller
                    .now()
                    .compose(
                        now ->
                            layers
                                .state(now, collection, asOf)
                                .compose(state -> plans(now, state, requested, share, isAbandoned)))
                    .map(plans -> begin(requested, plans, share, ended)))
        .onFailure(failure -> ended.accept(outcome(failure, isAbandoned)));
  }

  /** Counts one more active series; returns the refusal when there are too many. */
  Optional<Problem> begin(String subject) {
    return switch (meters.begin(subject, limits)) {
      case ALL_BUSY ->
          Optional.of(Problem.tooBusy("too many series are being read", RetrySeconds.SERIES));
      case CALLER_BUSY -> Optional.of(tooManyOfCaller());
      case ADMITTED -> Optional.empty();
    };
  }

  /**
   * Counts the values of a layer at one time. 404 for an unknown collection, layer, location or
   * time, 403 without permission, 429 and 503 as for series.
   *
   * @param asOf an earlier snapshot of the cube; empty for the newest
   * @param isAbandoned whether the client closed the connection
   */
  public Future<CellHistogram> histogram(
      Caller caller,
      String collection,
      Optional<SnapshotSelector> asOf,
      HistogramQuery query,
      BooleanSupplier isAbandoned) {
    String subject = caller.subject();
    Optional<Problem> busy = begin(subject);
    if (busy.isPresent()) {
      return Future.failedFuture(busy.get());
    }
    LeasedMemory share = new LeasedMemory(memory.lease(subject), isAbandoned);
    return layers
        .state(caller, collection, asOf)
        .compose(
            state ->
                clouds
                    .resolved(state, query.layer(), query.when())
                    .compose(
                        when ->
                            recordAreas
                                .find(caller, query.place().orElseGet(() -> whole(state)), share)
                                .compose(
                                    areas -> counted(state, query.at(when), areas, isAbandoned))))
        .recover(SeriesService::explain)
        .onComplete(
            done -> {
              share.close();
              meters.ended(
                  subject,
                  done.succeeded()
                      ? SeriesMeters.Outcome.COMPLETED
                      : outcome(done.cause(), isAbandoned));
            });
  }

  private static SeriesLocation whole(CubeState state) {
    RasterGrid grid = state.cube().requireView(state.snapshot()).cube().base();
    return new SeriesLocation.Of(SeriesArea.box(grid.projection(), grid.bounds()));
  }

  private Future<CellHistogram> counted(
      CubeState state, HistogramQuery query, List<DatedArea> areas, BooleanSupplier isAbandoned) {
    Layer layer = Cube.layer(state.snapshot(), query.layer());
    Instant instant = query.instant(state.snapshot());
    DatasetView view = state.cube().requireView(state.snapshot());
    LayerSlice slice = view.slice(layer.name(), instant).orElseThrow();
    return areas.stream()
        .filter(area -> area.holdsAt(instant))
        .findFirst()
        .map(
            area ->
                onContext(
                    cells
                        .read(view.cube(), slice, area.area(), HistogramQuery.CELLS, isAbandoned)
                        .thenApply(read -> CellHistogram.of(layer, instant, read, query.bins()))))
        .orElseThrow(() -> Problem.notFound("the area has no shape that is valid at " + instant));
  }

  private Problem tooManyOfCaller() {
    return Problem.of(
            ProblemType.TOO_MANY_REQUESTS,
            "you are reading " + limits.perCaller() + " series already")
        .with("Retry-After", Integer.toString(RetrySeconds.SERIES));
  }

  private static SeriesMeters.Outcome outcome(Throwable failure, BooleanSupplier isAbandoned) {
    if (isAbandoned.getAsBoolean()) {
      return SeriesMeters.Outcome.CANCELLED;
    }
    return failure instanceof Problem ? SeriesMeters.Outcome.REFUSED : SeriesMeters.Outcome.FAILED;
  }

  private Future<List<Optional<SeriesPlan>>> plans(
      Caller caller,
      CubeState state,
      SeriesQuery query,
      SeriesMemory share,
      BooleanSupplier isAbandoned) {
    PlanLimits planLimits = new PlanLimits(Optional.of(limits.budget()), limits.edgeCells(), share);
    return recordAreas
        .find(caller, query.place(), share)
        .recover(SeriesService::explain)
        .compose(areas -> plans(state, query, areas, planLimits, isAbandoned));
  }

  /**
   * Returns the plan of each layer; empty where no slice matches. Rejects only layers that are over
   * the limits by the area alone, which needs no exact estimate.
   */
  private Future<List<Optional<SeriesPlan>>> plans(
      CubeState state,
      SeriesQuery query,
      List<DatedArea> areas,
      PlanLimits planLimits,
      BooleanSupplier isAbandoned) {
    List<Future<Optional<SeriesPlan>>> plans = new ArrayList<>();
    for (String layer : query.layers()) {
      plans.add(
          clouds
              .resolved(state, layer, query.when())
              .compose(
                  when ->
                      query
                          .at(when)
                          .resolve(state.cube(), state.snapshot(), layer, areas)
                          .map(request -> plan(request, planLimits, isAbandoned))
                          .orElse(Future.succeededFuture(Optional.empty()))));
    }
    return Future.all(plans).map(all -> plans.stream().map(Future::result).toList());
  }

  private Future<Optional<SeriesPlan>> plan(
      SeriesRequest request, PlanLimits planLimits, BooleanSupplier isAbandoned) {
    return onContext(engine.plan(request, planLimits, isAbandoned))
        .map(Optional::of)
        .recover(SeriesService::explain);
  }

  private static <T> Future<T> onContext(CompletableFuture<T> stage) {
    Context context = Vertx.currentContext();
    return context == null
        ? Future.fromCompletionStage(stage)
        : Future.fromCompletionStage(stage, context);
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
          case SeriesTooLargeException large -> overBudget(large);
          case IllegalArgumentException area ->
              Problem.malformed(String.valueOf(area.getMessage()));
          default -> cause;
        });
  }

  private OpenSeries begin(
      SeriesQuery query,
      List<Optional<SeriesPlan>> plans,
      SeriesMemory share,
      Consumer<SeriesMeters.Outcome> ended) {
    check(plans, limits.budget(), limits.samples());
    takeSamples(plans, share);
    List<LayerSeries> open = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      open.add(new LayerSeries(query.layers().get(i), plans.get(i).map(engine::start)));
    }
    return new OpenSeries(query, open, ended);
  }

  /** Layers are read one after the other, so the largest of them counts. */
  private static void takeSamples(List<Optional<SeriesPlan>> plans, SeriesMemory share) {
    long most =
        plans.stream().flatMap(Optional::stream).mapToLong(SeriesPlan::sampleBytes).max().orElse(0);
    share.take(most);
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

  /** 413 with what the caller can do. */
  static Problem overBudget(RuntimeException over) {
    return Problem.of(
        ProblemType.OVER_BUDGET,
        over.getMessage()
            + "; request a smaller area or fewer dates, or submit the same as a job: POST"
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

  @Override
  public void close() {
    areas.close();
  }
}
