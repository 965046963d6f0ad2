package io.glebe.core.cube;

import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.cube.cloud.CloudCover;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.cube.item.ItemLimits;
import io.glebe.core.cube.item.ItemService;
import io.glebe.core.cube.item.VectorTiles;
import io.glebe.core.cube.job.JobModule;
import io.glebe.core.cube.layer.CubeCleanup;
import io.glebe.core.cube.layer.LayerService;
import io.glebe.core.cube.series.RecordAreas;
import io.glebe.core.cube.series.SeriesLimits;
import io.glebe.core.cube.series.SeriesService;
import io.glebe.core.cube.snapshot.CubeWriters;
import io.glebe.core.cube.snapshot.Cubes;
import io.glebe.core.cube.tileset.TilesetService;
import io.glebe.core.cube.upload.FeatureLoads;
import io.glebe.core.cube.upload.Spool;
import io.glebe.core.cube.upload.UploadRows;
import io.glebe.core.cube.upload.Uploads;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.record.RecordService;
import io.glebe.tile.engine.EngineSettings;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.series.AreaReader;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.store.ObjectStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * The services of collections and their data, wired: store, chunk cache, engines, jobs. One per
 * process.
 *
 * @param store holds the cells
 */
public record CubeModule(
    ObjectStore store,
    ChunkCache chunks,
    Cubes cubes,
    CollectionService collections,
    CubeWriters writers,
    LayerService layers,
    ItemService items,
    VectorTiles vectorTiles,
    TilesetService tilesets,
    TileEngine engine,
    CloudCover clouds,
    SeriesService series,
    JobModule jobs,
    CubeCleanup cleanup,
    Notifications.Subscription changes)
    implements AutoCloseable {
  private static final Duration CLEANUP_INTERVAL = Duration.ofHours(1);

  /**
   * The engine that renders; made before the services, so that it warms up while the rest starts.
   */
  public static TileEngine engine(Settings settings) {
    return new TileEngine(
        EngineSettings.forThisMachine()
            .withCacheBytes(settings.get(SpatioSettings.TILE_CACHE_BYTES)));
  }

  /** Opens the services, which own store and engine from then on. */
  public static CubeModule open(
      Infrastructure infrastructure, RecordService records, ObjectStore store, TileEngine engine) {
    Settings settings = infrastructure.settings();
    Database database = infrastructure.database();
    Notifications notifications = infrastructure.notifications();
    MeterRegistry registry = infrastructure.meters().registry();
    long chunkBytes = settings.get(SpatioSettings.CHUNK_CACHE_BYTES);
    SlabPool slabs = new SlabPool(chunkBytes + chunkBytes / 4);
    ChunkCache chunks = new ChunkCache(slabs, chunkBytes);
    Cubes cubes = new Cubes(database, store, chunks, settings.get(SpatioSettings.CUBE_RETENTION));
    CollectionService collections =
        new CollectionService(database, cubes, records::notifyAuditReaders);
    UploadRows rows = new UploadRows(database);
    Spool spool = spool(settings);
    Uploads uploads = new Uploads(rows, spool, uploadPlaces(settings));
    CubeWriters writers = new CubeWriters(database);
    LayerService layers = new LayerService(database, collections, cubes, uploads, writers);
    FeatureLoads loads = new FeatureLoads(settings, spool);
    ItemService items = new ItemService(database, collections, ItemLimits.of(settings), loads);
    SeriesEngine numbers = new SeriesEngine(engine.pool(), Budget.SERIES);
    AreaReader cells = new AreaReader(engine.pool());
    CloudCover clouds = new CloudCover(cells);
    SeriesLimits limits = SeriesLimits.of(settings);
    RecordAreas areas = new RecordAreas(records);
    SeriesService series =
        new SeriesService(layers, areas, numbers, cells, clouds, limits, registry);
    JobModule jobs =
        jobs(infrastructure, records, store, collections, cubes, engine, numbers, clouds, series);
    VectorTiles vectorTiles = vectorTiles(settings, items, engine);
    TilesetService tilesets = new TilesetService(database, collections, cubes, settings);
    Notifications.Subscription changes = follow(notifications, collections, cubes);
    bind(new PlatformMeters(registry), engine, chunks, slabs, vectorTiles);
    CubeCleanup cleanup =
        new CubeCleanup(database, cubes, rows, writers, infrastructure.vertx(), CLEANUP_INTERVAL);
    return new CubeModule(
        store,
        chunks,
        cubes,
        collections,
        writers,
        layers,
        items,
        vectorTiles,
        tilesets,
        engine,
        clouds,
        series,
        jobs,
        cleanup,
        changes);
  }

  private static JobModule jobs(
      Infrastructure infrastructure,
      RecordService records,
      ObjectStore store,
      CollectionService collections,
      Cubes cubes,
      TileEngine engine,
      SeriesEngine numbers,
      CloudCover clouds,
      SeriesService series) {
    return JobModule.open(
        new JobModule.Dependencies(
            infrastructure.settings(),
            infrastructure.database(),
            infrastructure.notifications(),
            records,
            infrastructure.meters().registry(),
            store,
            collections,
            cubes,
            engine,
            numbers,
            clouds,
            series));
  }

  /** Follows the changes that other processes commit. */
  private static Notifications.Subscription follow(
      Notifications notifications, CollectionService collections, Cubes cubes) {
    return notifications.follow(
        CollectionService.CHANNEL,
        id -> {
          collections.changed(id);
          return cubes.refresh(id);
        });
  }

  private static VectorTiles vectorTiles(Settings settings, ItemService items, TileEngine engine) {
    return new VectorTiles(
        items,
        engine,
        settings.get(SpatioSettings.VECTOR_TILE_CACHE_BYTES),
        settings.get(SpatioSettings.SHAPE_CACHE_BYTES));
  }

  private static void bind(
      PlatformMeters meters,
      TileEngine engine,
      ChunkCache chunks,
      SlabPool slabs,
      VectorTiles vectorTiles) {
    meters
        .renderPool(engine.pool())
        .cache("tile", PlatformMeters.figures(engine.cache()))
        .cache("chunk", PlatformMeters.figures(chunks))
        .cache("vector-tile", vectorTiles.figures())
        .cache("shape", vectorTiles.shapeFigures())
        .slabs("tile", engine.cache().memory())
        .slabs("chunk", slabs);
  }

  private static SharedPlaces uploadPlaces(Settings settings) {
    return new SharedPlaces(
        "uploads of layer data",
        settings.get(SpatioSettings.UPLOADS_AT_A_TIME),
        settings.get(SpatioSettings.UPLOADS_PER_CALLER));
  }

  private static Spool spool(Settings settings) {
    try {
      return new Spool(settings.dataDir().resolve("uploads"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    jobs.close();
    cleanup.close();
    changes.close();
    writers.close();
    series.close();
    engine.close();
    chunks.close();
    store.close();
  }
}
