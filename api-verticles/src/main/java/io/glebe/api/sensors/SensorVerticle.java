package io.glebe.api.sensors;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.RouteTable;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.config.FaultSettings;
import io.glebe.core.config.ObservationSettings;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.aggregate.AggregateLimits;
import io.glebe.core.sensor.entity.SensorEntities;
import io.glebe.core.sensor.mapping.MappingLimits;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.concurrent.Executors;

/**
 * The verticle of the area {@code sensors}: the sensor service and SensorThings over HTTP. MQTT has
 * its own verticle on the same service.
 */
public final class SensorVerticle extends VerticleBase implements AreaVerticle {
  /** The name of the area in {@code GLEBE_AREAS}. */
  public static final String NAME = "sensors";

  private final Infrastructure infrastructure;
  private Sensors sensors;
  private LiveStreams streams;

  public SensorVerticle(Infrastructure infrastructure) {
    this.infrastructure = infrastructure;
  }

  @Override
  @SuppressWarnings("NullAway.Init") // the future completes after the services are set
  public Future<?> start() {
    return OffLoop.run(
        () -> {
          Settings settings = infrastructure.settings();
          sensors =
              Sensors.open(
                      new Sensors.Dependencies(
                          vertx,
                          infrastructure.database(),
                          infrastructure.notifications(),
                          infrastructure.meters().registry(),
                          new AggregateLimits(
                              settings.get(ObservationSettings.SENSOR_RETENTION_DAYS),
                              settings.get(ObservationSettings.SENSOR_AGGREGATE_DAYS),
                              settings.get(ObservationSettings.SENSOR_SERIES_ROWS),
                              settings.get(ObservationSettings.SENSOR_AGGREGATE_HOURS)),
                          settings.get(SensorSettings.SENSOR_QUERY_LIMIT),
                          settings.get(SensorSettings.SENSOR_PAGE_BYTES),
                          new SensorEntities.Limits(
                              settings.get(SpatioSettings.GEOMETRY_POSITIONS),
                              settings.get(SensorSettings.SENSOR_REMOVALS),
                              settings.get(SensorSettings.PATCH_OPERATIONS),
                              settings.get(FaultSettings.OBSERVATION_WAIT)),
                          MappingLimits.of(settings)))
                  .await();
          streams = new LiveStreams(sensors.writer(), settings);
          return sensors;
        });
  }

  /** Accepts no more observations and stores the queued ones. */
  @Override
  public Future<?> stop() {
    return OffLoop.run(
        Executors.callable(
            () -> {
              streams.close();
              sensors.close();
            }));
  }

  @Override
  public void endStreams() {
    streams.close();
  }

  /** The sensor service. */
  public Sensors sensors() {
    return sensors;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    Settings settings = infrastructure.settings();
    SharedPlaces batches =
        new SharedPlaces(
            "batches of sensors",
            settings.get(RecordSettings.BATCHES),
            settings.get(RecordSettings.BATCHES_PER_CALLER));
    SensorArea.Limits limits =
        new SensorArea.Limits(
            settings.get(SensorSettings.SENSOR_QUERY_CHARACTERS),
            settings.get(SensorSettings.OBSERVATION_ROWS),
            settings.get(RecordSettings.BATCH_OPERATIONS),
            settings.get(SensorSettings.SENSOR_BATCH_FORM));
    new SensorArea(sensors, streams, batches, limits, infrastructure.mqtt()::endpoints)
        .contribute(routes);
  }
}
