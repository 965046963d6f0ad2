package io.glebe.core.cube.job;

import io.glebe.core.config.Settings;
import io.glebe.core.cube.CollectionService;
import io.glebe.core.cube.Cubes;
import io.glebe.core.cube.series.RecordPlaces;
import io.glebe.core.cube.series.SeriesService;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.record.RecordService;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.zarr.store.ObjectStore;
import io.micrometer.core.instrument.MeterRegistry;

/** Everything that jobs need, wired; works on them until it is closed. */
public final class JobRoom implements AutoCloseable {
  private final JobService service;
  private final JobRunner runner;
  private final Notifications.Subscription news;

  /** What stands already. */
  public record Ground(
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

  private JobRoom(Ground ground) {
    JobLimits limits = JobLimits.of(ground.settings());
    RecordPlaces places = new RecordPlaces(ground.records());
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
  public static JobRoom open(Ground ground) {
    JobRoom room = new JobRoom(ground);
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
