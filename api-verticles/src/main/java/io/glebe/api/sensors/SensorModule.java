package io.glebe.api.sensors;

import io.glebe.api.http.ApiArea;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.sensor.Sensors;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Function;

/** The sensor service with its HTTP door, wired. */
public final class SensorModule implements AutoCloseable {
  private final Sensors sensors;
  private final LiveStreams streams;

  private SensorModule(Sensors sensors) {
    this.sensors = sensors;
    this.streams = new LiveStreams(sensors.writer());
  }

  /** Opens the service. */
  public static Future<SensorModule> open(
      Vertx vertx,
      Database database,
      Notifications notifications,
      MeterRegistry registry,
      Settings settings) {
    return Sensors.open(
            new Sensors.Dependencies(
                vertx,
                database,
                notifications,
                registry,
                settings.get(SensorSettings.SENSOR_RETENTION_DAYS),
                settings.get(SensorSettings.SENSOR_QUERY_LIMIT)))
        .map(SensorModule::new);
  }

  /** The service itself, for the other doors. */
  public Sensors sensors() {
    return sensors;
  }

  /**
   * SensorThings over HTTP.
   *
   * @param mqtt addresses of the MQTT door for clients that know the platform by a host
   */
  public ApiArea area(Function<String, List<String>> mqtt) {
    return new SensorArea(sensors, streams, mqtt);
  }

  /** Open live streams; closing them first lets the server drain. */
  public AutoCloseable streams() {
    return streams;
  }

  /** Takes no more observations and stores what waits. */
  @Override
  public void close() {
    streams.close();
    sensors.close();
  }
}
