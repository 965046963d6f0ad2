package io.glebe.core.cube.job;

import io.glebe.core.access.Caller;
import io.glebe.core.cube.cloud.CloudCover;
import io.glebe.core.cube.series.DatedArea;
import io.glebe.core.cube.series.RecordAreas;
import io.glebe.core.cube.series.SeriesForm;
import io.glebe.core.cube.series.SeriesQuery;
import io.glebe.core.cube.series.SeriesService;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.thread.Awaiting;
import io.glebe.tile.plan.OverBudgetException;
import io.glebe.tile.series.SeriesBucket;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.tile.series.SeriesPlan;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.SeriesRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/**
 * Aggregates in the background: one sheet per layer, divided between buckets. Areas of farm records
 * are read again for each part by the platform; the caller's access was checked when the job was
 * submitted.
 */
final class SeriesWork implements Work {
  /** Decoded bytes after which a part ends with its current bucket. */
  private static final long PART_BYTES = 1L << 30;

  private final SeriesEngine engine;
  private final CloudCover clouds;
  private final SeriesService series;
  private final RecordAreas places;
  private final JobLimits limits;

  SeriesWork(
      SeriesEngine engine,
      CloudCover clouds,
      SeriesService series,
      RecordAreas recordAreas,
      JobLimits limits) {
    this.engine = engine;
    this.clouds = clouds;
    this.series = series;
    this.places = recordAreas;
    this.limits = limits;
  }

  @Override
  public Plan plan(JobSpec spec, Dependencies dependencies) {
    SeriesQuery query = ((SeriesSpec) spec).query();
    List<Optional<SeriesPlan>> plans = new ArrayList<>();
    for (String layer : query.layers()) {
      plans.add(request(query, layer, dependencies).map(this::planned));
    }
    check(plans);
    List<Cut> cuts = new ArrayList<>();
    long total = 0;
    for (int sheet = 0; sheet < plans.size(); sheet++) {
      if (plans.get(sheet).isPresent()) {
        total += cut(plans.get(sheet).get(), sheet, cuts);
      }
    }
    if (total == 0) {
      throw Problem.invalid(Violation.at("job", "/datetime", "there are no data at that time"));
    }
    for (int sheet = 0; sheet < plans.size(); sheet++) {
      cuts.add(new Cut(Part.Kind.ASSEMBLY, sheet, 0, 0));
    }
    return new Plan(total, cuts);
  }

  private SeriesPlan planned(SeriesRequest request) {
    try {
      return engine.plan(request, limits.series(), () -> false).join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof OverBudgetException over) {
        throw Problem.of(ProblemType.OVER_BUDGET, String.valueOf(over.getMessage()));
      }
      throw failed;
    }
  }

  private void check(List<Optional<SeriesPlan>> plans) {
    try {
      limits.series().check(SeriesService.cost(plans));
      plans.forEach(
          plan ->
              plan.ifPresent(
                  p -> p.checkSamples(series.limits().samples(), series.limits().budget())));
    } catch (OverBudgetException over) {
      throw Problem.of(ProblemType.OVER_BUDGET, String.valueOf(over.getMessage()));
    }
  }

  /** Ends a part with the first bucket that reaches the size limit. */
  private static long cut(SeriesPlan plan, int sheet, List<Cut> cuts) {
    int slices = plan.slices();
    long most = Math.max(1, PART_BYTES / Math.max(1, plan.estimate().bytes() / slices));
    int first = 0;
    for (int i = 1; i <= slices; i++) {
      if (i == slices || i - first >= most && !plan.sameBucket(i - 1, i)) {
        cuts.add(new Cut(Part.Kind.WORK, sheet, first, i));
        first = i;
      }
    }
    return slices;
  }

  private Optional<SeriesRequest> request(
      SeriesQuery query, String layer, Dependencies dependencies) {
    List<DatedArea> areas = Awaiting.await(places.find(Caller.system(), query.place()));
    CubeState state = new CubeState(dependencies.cube(), dependencies.snapshot());
    Cube.layer(state.snapshot(), layer);
    return query
        .at(clouds.required(state, List.of(layer), query.when()))
        .resolve(state.cube(), state.snapshot(), layer, areas);
  }

  @Override
  public Made part(Job job, Part part, Dependencies dependencies, BooleanSupplier stopped) {
    SeriesSpec spec = (SeriesSpec) job.spec();
    String layer = spec.query().layers().get(part.sheet());
    SeriesRequest whole = request(spec.query(), layer, dependencies).orElseThrow();
    SeriesRequest own = whole.between((int) part.first(), (int) part.last());
    SeriesRun run = engine.start(engine.plan(own, stopped).join());
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    try {
      for (List<SeriesBucket> more = run.next().join(); !more.isEmpty(); more = run.next().join()) {
        spec.form().lines(layer, more, lines);
        if (stopped.getAsBoolean()) {
          throw new CancellationException("the process stops");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    } finally {
      run.cancel();
    }
    return new Made(lines.toByteArray(), 0);
  }

  @Override
  public Output output(Job job, int sheet, Dependencies dependencies) {
    SeriesForm form = ((SeriesSpec) job.spec()).form();
    String layer = form.query().layers().get(sheet);
    String suffix = form.format() == SeriesForm.Format.CSV ? "csv" : "ndjson";
    return new Output(layer + "." + suffix, form.format().mediaType());
  }

  @Override
  public void assemble(Job job, int sheet, Dependencies dependencies, Packs packs, OutputStream out)
      throws IOException {
    ((SeriesSpec) job.spec()).form().head(out);
    for (Part part : packs.parts()) {
      out.write(packs.whole(part));
    }
  }
}
