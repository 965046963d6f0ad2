package io.glebe.core.cube.job;

import io.glebe.core.config.Settings;
import io.glebe.core.cube.cloud.CloudCover;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.cube.series.RecordAreas;
import io.glebe.core.cube.series.SeriesService;
import io.glebe.core.cube.snapshot.Cubes;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.record.RecordService;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.zarr.store.ObjectStore;
import io.micrometer.core.instrument.MeterRegistry;

/** Creates and connects the components of jobs, and runs jobs until it is closed. */
public final class JobModule implements AutoCloseable {
  private final JobService service;
  private final JobRunner runner;
  private final Notifications.Subscription news;

  /** The components that jobs use. */
  public record Dependencies(
      Settings settings,
      Database database,
      Notifications notifications,
      RecordService records,
      MeterRegistry registry,
      ObjectStore store,
      CollectionService collections,
      Cubes cubes,
      TileEngine tiles,
      SeriesEngine series,
      CloudCover clouds,
      SeriesService seriesService) {}

  private JobModule(Dependencies dependencies) {
    JobLimits limits = JobLimits.of(dependencies.settings());
    RecordAreas recordAreas = new RecordAreas(dependencies.records());
    JobRecords records = new JobRecords(dependencies.records());
    JobWorks works =
        new JobWorks(
            new TileWork(dependencies.tiles(), dependencies.clouds(), limits),
            new SeriesWork(
                dependencies.series(),
                dependencies.clouds(),
                dependencies.seriesService(),
                recordAreas,
                limits));
    service =
        new JobService(
            dependencies.database(),
            dependencies.collections(),
            dependencies.cubes(),
            recordAreas,
            records,
            works,
            dependencies.store(),
            limits);
    runner =
        new JobRunner(
            dependencies.database(),
            dependencies.cubes(),
            records,
            works,
            dependencies.store(),
            limits,
            new JobMeters(dependencies.registry()),
            dependencies.settings().dataDir().resolve("spool"));
    news = dependencies.notifications().subscribe(JobService.CHANNEL, id -> runner.wake());
  }

  /** Creates the module and starts the runner. */
  public static JobModule open(Dependencies dependencies) {
    JobModule jobs = new JobModule(dependencies);
    jobs.runner.start();
    return jobs;
  }

  public JobService service() {
    return service;
  }

  @Override
  public void close() {
    news.close();
    runner.close();
  }
}
