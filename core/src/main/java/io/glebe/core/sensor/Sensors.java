package io.glebe.core.sensor;

import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sensor service, wired: {@code Sensors.open(ground)}. Closing it takes no more observations
 * and stores what waits.
 */
public final class Sensors implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sensors.class);
  private static final long UPKEEP_MILLIS = 3_600_000;

  private final Dependencies ground;
  private final MonthPartitions months;
  private final DatastreamCache book;
  private final FeatureOfInterestCheck features;
  private final ObservationRelay relay;
  private final ObservationWriter writer;
  private final Retention retention;
  private final SensorQueries queries;
  private final SensorEntities entities;
  private final SensorSeries series;
  private final long upkeep;

  /**
   * What it stands on.
   *
   * @param retentionDays days after which observations go; 0 keeps them
   * @param queryLimit longest time the database works on one read
   */
  public record Dependencies(
      Vertx vertx,
      Database database,
      Notifications notifications,
      MeterRegistry registry,
      int retentionDays,
      Duration queryLimit) {
    /** Keeps observations for ever, but where a datastream says otherwise. */
    public Dependencies(
        Vertx vertx, Database database, Notifications notifications, MeterRegistry registry) {
      this(vertx, database, notifications, registry, 0, Duration.ofSeconds(30));
    }
  }

  private Sensors(Dependencies ground) {
    this.ground = ground;
    months = new MonthPartitions(ground.database());
    book = new DatastreamCache(ground.database(), ground.notifications());
    features = new FeatureOfInterestCheck(ground.database(), ground.notifications());
    ObservationCounters counters = new ObservationCounters(ground.registry());
    LiveObservations live = new LiveObservations();
    relay =
        new ObservationRelay(
            ground.vertx(), ground.database(), ground.notifications(), live, counters);
    writer =
        new ObservationWriter(
            book,
            features,
            new ObservationBatches(ground.vertx(), ground.database(), months),
            counters,
            live,
            relay);
    retention = new Retention(ground.database(), ground.retentionDays());
    queries = new SensorQueries(ground.database(), ground.queryLimit());
    entities =
        new SensorEntities(
            ground.database(), queries, writer, book, java.time.InstantSource.system());
    series = new SensorSeries(ground.database(), book, ground.queryLimit());
    upkeep = ground.vertx().setPeriodic(UPKEEP_MILLIS, tick -> keepUp());
  }

  /** Opens the service and makes the partitions of the next months. */
  public static Future<Sensors> open(Dependencies ground) {
    Sensors sensors = new Sensors(ground);
    return sensors.months.prepare(Instant.now()).map(sensors);
  }

  private void keepUp() {
    months
        .prepare(Instant.now())
        .compose(made -> retention.sweep(Instant.now()))
        .onSuccess(swept -> months.forget())
        .onFailure(failure -> LOG.warn("the upkeep of observations did not succeed", failure));
  }

  /** The way in for observations. */
  public ObservationWriter writer() {
    return writer;
  }

  /** How long observations stay. */
  public Retention retention() {
    return retention;
  }

  /** Reads. */
  public SensorQueries queries() {
    return queries;
  }

  /** Writes of everything but plain observations. */
  public SensorEntities entities() {
    return entities;
  }

  /** Buckets of numbers. */
  public SensorSeries series() {
    return series;
  }

  @Override
  public void close() {
    ground.vertx().cancelTimer(upkeep);
    writer.close();
    relay.close();
    book.close();
    features.close();
  }
}
