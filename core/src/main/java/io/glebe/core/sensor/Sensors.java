package io.glebe.core.sensor;

import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.sensor.aggregate.AggregateLimits;
import io.glebe.core.sensor.aggregate.AggregateUpkeep;
import io.glebe.core.sensor.aggregate.Aggregates;
import io.glebe.core.sensor.aggregate.Retention;
import io.glebe.core.sensor.aggregate.SensorSeries;
import io.glebe.core.sensor.device.RefusedMessages;
import io.glebe.core.sensor.entity.SensorEntities;
import io.glebe.core.sensor.mapping.MappedMessages;
import io.glebe.core.sensor.mapping.MappingLimits;
import io.glebe.core.sensor.observation.DatastreamCache;
import io.glebe.core.sensor.observation.FeatureOfInterestCheck;
import io.glebe.core.sensor.observation.LiveObservations;
import io.glebe.core.sensor.observation.MonthPartitions;
import io.glebe.core.sensor.observation.ObservationBatches;
import io.glebe.core.sensor.observation.ObservationCounters;
import io.glebe.core.sensor.observation.ObservationRelay;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.read.SensorQueries;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of the sensor service. Closing it refuses further observations and stores the queued
 * ones.
 */
public final class Sensors implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sensors.class);
  private static final long UPKEEP_MILLIS = 3_600_000;
  private static final long PAGE_BYTES = 8 << 20;

  private final Dependencies dependencies;
  private final MonthPartitions months;
  private final DatastreamCache datastreams;
  private final FeatureOfInterestCheck features;
  private final ObservationRelay relay;
  private final ObservationWriter writer;
  private final Retention retention;
  private final SensorQueries queries;
  private final SensorEntities entities;
  private final SensorSeries series;
  private final MappedMessages mapped;
  private final RefusedMessages refusals;
  private final Aggregates aggregates;
  private final AggregateUpkeep aggregation;
  private final long upkeep;

  /**
   * What it stands on.
   *
   * @param aggregates how long observations, hours and days stay, and limits of their computation
   * @param queryLimit longest time the database works on one read
   * @param pageBytes most bytes of a page of a read
   * @param limits of writes
   * @param mappings limits of the mappings of accounts
   */
  public record Dependencies(
      Vertx vertx,
      Database database,
      Notifications notifications,
      MeterRegistry registry,
      AggregateLimits aggregates,
      Duration queryLimit,
      long pageBytes,
      SensorEntities.Limits limits,
      MappingLimits mappings) {
    /** Keeps observations for ever, but where a datastream says otherwise. */
    public Dependencies(
        Vertx vertx, Database database, Notifications notifications, MeterRegistry registry) {
      this(
          vertx,
          database,
          notifications,
          registry,
          AggregateLimits.STANDARD,
          Duration.ofSeconds(30),
          PAGE_BYTES,
          new SensorEntities.Limits(100_000, 20_000, 1_000, Duration.ofSeconds(30)),
          MappingLimits.of(Settings.defaults()));
    }
  }

  private Sensors(Dependencies dependencies) {
    this.dependencies = dependencies;
    months = new MonthPartitions(dependencies.database());
    datastreams = new DatastreamCache(dependencies.database(), dependencies.notifications());
    features = new FeatureOfInterestCheck(dependencies.database(), dependencies.notifications());
    ObservationCounters counters = new ObservationCounters(dependencies.registry());
    LiveObservations live = new LiveObservations();
    relay =
        new ObservationRelay(
            dependencies.vertx(),
            dependencies.database(),
            dependencies.notifications(),
            live,
            counters);
    writer =
        new ObservationWriter(
            datastreams,
            features,
            new ObservationBatches(dependencies.vertx(), dependencies.database(), months),
            counters,
            live,
            relay);
    retention = new Retention(dependencies.database(), dependencies.aggregates());
    queries =
        new SensorQueries(
            dependencies.database(), dependencies.queryLimit(), dependencies.pageBytes());
    entities =
        new SensorEntities(
            dependencies.database(),
            queries,
            writer,
            datastreams,
            java.time.InstantSource.system(),
            dependencies.limits());
    series =
        new SensorSeries(
            dependencies.database(),
            datastreams,
            dependencies.queryLimit(),
            dependencies.aggregates().seriesRows());
    aggregates = new Aggregates(dependencies.database(), dependencies.aggregates().passHours());
    aggregation = AggregateUpkeep.start(dependencies.vertx(), aggregates, dependencies.registry());
    mapped =
        new MappedMessages(
            dependencies.database(),
            dependencies.notifications(),
            entities,
            writer,
            dependencies.mappings());
    refusals = new RefusedMessages(dependencies.vertx(), dependencies.database());
    upkeep = dependencies.vertx().setPeriodic(UPKEEP_MILLIS, tick -> keepUp());
  }

  /** Opens the service and makes the partitions of the next months. */
  public static Future<Sensors> open(Dependencies dependencies) {
    Sensors sensors = new Sensors(dependencies);
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

  /** Messages of devices that know no SensorThings. */
  public MappedMessages mapped() {
    return mapped;
  }

  /** Counts of refused messages of service accounts. */
  public RefusedMessages refusals() {
    return refusals;
  }

  /** Hours and days of observations, which are computed in the background. */
  public Aggregates aggregates() {
    return aggregates;
  }

  @Override
  public void close() {
    dependencies.vertx().cancelTimer(upkeep);
    aggregation.close();
    refusals.close();
    writer.close();
    mapped.close();
    relay.close();
    datastreams.close();
    features.close();
  }
}
