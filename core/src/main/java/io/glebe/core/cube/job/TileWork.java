package io.glebe.core.cube.job;

import io.glebe.core.cube.cloud.CloudCover;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.rendering.RenderingQuery;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.rendering.ResolvedRendering;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.tile.engine.EngineBusyException;
import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.engine.TileRequest;
import io.glebe.tile.engine.TileResult;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.ZoomSpan;
import io.glebe.tile.pmtiles.ArchiveIndex;
import io.glebe.tile.pmtiles.ContentDigest;
import io.glebe.tile.pmtiles.HilbertId;
import io.glebe.zarr.dataset.DatasetSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/** Renders pyramids with background priority, after the tiles of interactive users. */
final class TileWork implements Work {
  /** Tiles of one part: at about 50 kB each a pack has at most a few megabytes. */
  static final int PART = 256;

  private static final int BUSY_MILLIS = 20;
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);

  private final TileEngine engine;
  private final CloudCover clouds;
  private final JobLimits limits;

  /** The tile ids of the most recent job. */
  private volatile Numbers known = new Numbers(new UUID(0, 0), new long[0]);

  private record Numbers(UUID job, long[] ids) {}

  /** One output: one rendering at one time. */
  private record Sheet(String layer, Instant instant) {}

  TileWork(TileEngine engine, CloudCover clouds, JobLimits limits) {
    this.engine = engine;
    this.clouds = clouds;
    this.limits = limits;
  }

  @Override
  public Plan plan(JobSpec spec, Dependencies dependencies) {
    TileSpec tiles = (TileSpec) spec;
    List<Sheet> sheets = sheets(tiles, dependencies);
    sheets.forEach(sheet -> checkZooms(tiles, sheet, dependencies));
    long each = TileCover.of(tiles, dependencies.cube().extent(dependencies.snapshot())).count();
    if (each == 0) {
      throw Problem.invalid(Violation.at("job", "/bbox", "the cube has no data there"));
    }
    if (each > limits.tiles() / sheets.size()) {
      throw Problem.of(
          ProblemType.OVER_BUDGET,
          "the job needs %,d tiles; allowed are %,d"
              .formatted(each * sheets.size(), limits.tiles()));
    }
    List<Cut> cuts = new ArrayList<>();
    for (int sheet = 0; sheet < sheets.size(); sheet++) {
      for (long first = 0; first < each; first += PART) {
        cuts.add(new Cut(Part.Kind.WORK, sheet, first, Math.min(first + PART, each)));
      }
    }
    for (int sheet = 0; sheet < sheets.size(); sheet++) {
      cuts.add(new Cut(Part.Kind.ASSEMBLY, sheet, 0, 0));
    }
    return new Plan(each * sheets.size(), cuts);
  }

  private List<Sheet> sheets(TileSpec spec, Dependencies dependencies) {
    List<Sheet> sheets = new ArrayList<>();
    for (String layer : spec.layers()) {
      Set<Instant> instants = new HashSet<>();
      for (Datetime when : spec.datetimes()) {
        for (Instant instant : instants(spec.renderingQuery(layer, when), dependencies)) {
          if (instants.add(instant)) {
            sheets.add(new Sheet(layer, instant));
          }
        }
      }
    }
    return sheets;
  }

  /** Returns all slices of an interval or a day, and one slice for any other time. */
  private List<Instant> instants(RenderingQuery requested, Dependencies dependencies) {
    DatasetSnapshot snapshot = dependencies.snapshot();
    RenderingQuery query =
        requested.at(clouds.required(new CubeState(dependencies.cube(), snapshot), requested));
    ResolvedRendering rendering = RenderingResolver.resolve(dependencies.cube(), snapshot, query);
    Datetime when = query.when();
    if (when.isOneSlice()) {
      return List.of(rendering.instant());
    }
    return snapshot.times(rendering.layers().getFirst()).stream()
        .filter(when.interval()::contains)
        .filter(
            t -> rendering.layers().stream().allMatch(layer -> snapshot.slot(layer, t).isPresent()))
        .toList();
  }

  /** Only zooms that can be rendered are advertised. */
  private static void checkZooms(TileSpec spec, Sheet sheet, Dependencies dependencies) {
    List<LayerSlice> slices = rendering(spec, sheet, dependencies).slices();
    ZoomSpan span =
        ZoomSpan.of(
                dependencies.cube().requireView(dependencies.snapshot()).cube(),
                TileMatrixSet.WEB_MERCATOR_QUAD,
                spec.size(),
                slices.size(),
                slices.stream().mapToInt(LayerSlice::bytesPerPixel).sum(),
                Budget.IMAGE)
            .orElseThrow(() -> Problem.conflict("the cube is outside of Web Mercator"));
    if (spec.zooms().getFirst() < span.min() || spec.zooms().getLast() > span.max()) {
      throw Problem.invalid(
          Violation.at(
              "job",
              "/zooms",
              "tiles of " + sheet.layer() + " have zooms " + span.min() + " to " + span.max()));
    }
  }

  private static ResolvedRendering rendering(
      TileSpec spec, Sheet sheet, Dependencies dependencies) {
    return RenderingResolver.resolve(
        dependencies.cube(),
        dependencies.snapshot(),
        spec.renderingQuery(sheet.layer(), Datetime.at(sheet.instant())));
  }

  @Override
  public Made part(Job job, Part part, Dependencies dependencies, BooleanSupplier stopped) {
    TileSpec spec = (TileSpec) job.spec();
    ResolvedRendering rendering =
        rendering(spec, sheets(spec, dependencies).get(part.sheet()), dependencies);
    long[] ids = ids(job, dependencies);
    int count = (int) (part.last() - part.first());
    TilePack.Writer pack = new TilePack.Writer(count);
    Deque<CompletableFuture<TileResult>> under = new ArrayDeque<>();
    int ahead = 2 * engine.pool().threads();
    long empty = 0;
    int maxZoom = 0;
    for (int i = 0; i < count; i++) {
      if (stopped.getAsBoolean()) {
        under.forEach(tile -> tile.cancel(false));
        throw new CancellationException("the process stops");
      }
      while (maxZoom < Math.min(count, i + ahead)) {
        under.add(rendering(spec, rendering, ids[(int) part.first() + maxZoom++]));
      }
      TileResult tile = joined(under.removeFirst());
      pack.add(ids[(int) part.first() + i], tile.bytes());
      empty += tile.empty() ? 1 : 0;
    }
    return new Made(pack.bytes(), empty);
  }

  private CompletableFuture<TileResult> rendering(
      TileSpec spec, ResolvedRendering rendering, long id) {
    TileRequest request =
        TileRequest.tile(
                rendering.grid(),
                rendering.slices(),
                rendering.rendering(),
                TileMatrixSet.WEB_MERCATOR_QUAD,
                HilbertId.tile(id),
                spec.size())
            .with(spec.resampling());
    TileRequest tile =
        spec.nodata().isPresent() ? request.withNodata(spec.nodata().getAsDouble()) : request;
    while (true) {
      CompletableFuture<TileResult> result = engine.background(tile);
      if (!isBusy(result)) {
        return result;
      }
      sleep();
    }
  }

  private static boolean isBusy(CompletableFuture<TileResult> result) {
    return result.isCompletedExceptionally()
        && result.handle((tile, failure) -> failure).join() instanceof EngineBusyException;
  }

  private static void sleep() {
    try {
      Thread.sleep(BUSY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }

  private static TileResult joined(CompletableFuture<TileResult> tile) {
    try {
      return tile.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private long[] ids(Job job, Dependencies dependencies) {
    Numbers last = known;
    if (last.job().equals(job.id())) {
      return last.ids();
    }
    long[] ids =
        TileCover.of((TileSpec) job.spec(), dependencies.cube().extent(dependencies.snapshot()))
            .ids();
    known = new Numbers(job.id(), ids);
    return ids;
  }

  @Override
  public Output output(Job job, int sheet, Dependencies dependencies) {
    TileSpec spec = (TileSpec) job.spec();
    Sheet of = sheets(spec, dependencies).get(sheet);
    int millis = of.instant().get(ChronoField.MILLI_OF_SECOND);
    String stamp = STAMP.format(of.instant()) + (millis == 0 ? "" : "." + millis) + "Z";
    String name = of.layer().replaceAll("[^A-Za-z0-9_-]+", "-") + "_" + stamp;
    return new Output(name + "." + spec.output().suffix(), spec.output().mediaType());
  }

  @Override
  public void assemble(Job job, int sheet, Dependencies dependencies, Packs packs, OutputStream out)
      throws IOException {
    TileSpec spec = (TileSpec) job.spec();
    Sheet of = sheets(spec, dependencies).get(sheet);
    if (spec.output() == TileSpec.Output.DIRECTORY) {
      directory(job, packs, out);
    } else {
      archive(spec, of, dependencies, packs, out);
    }
  }

  private static void archive(
      TileSpec spec, Sheet sheet, Dependencies dependencies, Packs packs, OutputStream out)
      throws IOException {
    ArchiveIndex index = new ArchiveIndex();
    Set<ContentDigest> seen = new HashSet<>();
    for (Part part : packs.parts()) {
      tiles(packs, part).forEach(t -> index.add(t.id(), t.content(), t.length()));
    }
    TileCover cover = TileCover.of(spec, dependencies.cube().extent(dependencies.snapshot()));
    index.writeHead(cover.box(), metadata(spec, sheet), out);
    for (Part part : packs.parts()) {
      byte[] pack = packs.whole(part);
      Contents contents = new Contents(TilePack.indexBytes(part.last() - part.first()));
      for (TilePack.Tile tile : tiles(packs, part)) {
        long at = contents.at(tile);
        if (seen.add(tile.content())) {
          out.write(pack, Math.toIntExact(at), tile.length());
        }
      }
    }
  }

  private static String metadata(TileSpec spec, Sheet sheet) {
    return Json.write(
        Json.object()
            .put("name", spec.collection() + " " + sheet.layer())
            .put("description", sheet.layer() + " at " + sheet.instant())
            .put("type", "overlay")
            .put("format", "png"));
  }

  private static void directory(Job job, Packs packs, OutputStream out) throws IOException {
    TarWriter tar = new TarWriter(out, job.createdAt());
    Map<ContentDigest, Long> first = new HashMap<>();
    for (Part part : packs.parts()) {
      byte[] pack = packs.whole(part);
      Contents contents = new Contents(TilePack.indexBytes(part.last() - part.first()));
      for (TilePack.Tile tile : tiles(packs, part)) {
        long at = contents.at(tile);
        Long same = first.putIfAbsent(tile.content(), tile.id());
        if (same == null) {
          tar.file(path(tile.id()), tile.length());
          out.write(pack, Math.toIntExact(at), tile.length());
          tar.pad(tile.length());
        } else {
          tar.link(path(tile.id()), path(same));
        }
      }
    }
    tar.end();
  }

  private static String path(long id) {
    return HilbertId.tile(id) + ".png";
  }

  private static List<TilePack.Tile> tiles(Packs packs, Part part) {
    return TilePack.tiles(packs.head(part, TilePack.indexBytes(part.last() - part.first())));
  }

  /** Offsets of the contents of one pack. */
  private static final class Contents {
    private final Map<ContentDigest, Long> places = new HashMap<>();
    private long next;

    Contents(long start) {
      next = start;
    }

    long at(TilePack.Tile tile) {
      Long known = places.putIfAbsent(tile.content(), next);
      if (known != null) {
        return known;
      }
      long place = next;
      next += tile.length();
      return place;
    }
  }
}
