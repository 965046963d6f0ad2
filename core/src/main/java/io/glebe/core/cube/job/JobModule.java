package io.glebe.core.cube.job;

import io.glebe.core.config.Settings;
import io.glebe.core.cube.CollectionService;
import io.glebe.core.cube.Cubes;
import io.glebe.core.cube.series.RecordAreas;
import io.glebe.core.cube.series.SeriesService;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.record.RecordService;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.zarr.store.ObjectStore;
import io.micrometer.core.instrument.MeterRegistry;

/** Everything that jobs need, wired; works on them until it is closed. */
public final class JobModule implements AutoCloseable {
  private final JobService service;
  private final JobRunner runner;
  private final Notifications.Subscription news;

  /** What stands already. */
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
      SeriesService questions) {}

  private JobModule(Dependencies ground) {
    JobLimits limits = JobLimits.of(ground.settings());
    RecordAreas places = new RecordAreas(ground.records());
    JobRecords records = new JobRecords(ground.records());
    JobWorks works =
        new JobWorks(
            new TileWork(ground.tiles(), limits),
            new SeriesWork(ground.series(), ground.questions(), places, limits));
    service =
        new JobService(
            ground.database(),
            ground.collections(),
            ground.cubes(),
            places,
            records,
            works,
            ground.store(),
            limits);
    runner =
        new JobRunner(
            ground.database(),
            ground.cubes(),
            records,
            works,
            ground.store(),
            limits,
            new JobMeters(ground.registry()),
            ground.settings().dataDir().resolve("spool"));
    news = ground.notifications().subscribe(JobService.CHANNEL, id -> runner.wake());
  }

  /** Opens the room and begins to work. */
  public static JobModule open(Dependencies ground) {
    JobModule room = new JobModule(ground);
    room.runner.start();
    return room;
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
