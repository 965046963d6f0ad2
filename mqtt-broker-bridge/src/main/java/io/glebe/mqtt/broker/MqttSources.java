package io.glebe.mqtt.broker;

import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.journal.EntityChanges;
import io.glebe.core.sensor.journal.SensorJournal;
import io.glebe.core.sensor.observation.LatestValues;
import io.glebe.core.sensor.session.SessionStore;
import io.glebe.mqtt.message.EntityMessages;
import io.glebe.mqtt.message.ObservationJson;

/**
 * Where the messages for subscribers come from.
 *
 * @param latest what a new subscriber gets first
 * @param sessions stored sessions
 * @param journal what is kept for sessions
 * @param changes created and changed entities
 */
public record MqttSources(
    LatestValues latest,
    SessionStore sessions,
    SensorJournal journal,
    EntityChanges changes,
    ObservationJson observations,
    EntityMessages entities) {

  /**
   * The sources of a platform.
   *
   * @param address of the sensor service over HTTP, for the links in messages
   * @param maxSessions of one account
   */
  public static MqttSources of(
      Database database,
      Notifications notifications,
      Sensors sensors,
      String address,
      int maxSessions) {
    return new MqttSources(
        new LatestValues(database),
        new SessionStore(database, notifications, maxSessions),
        new SensorJournal(database),
        new EntityChanges(database, notifications),
        new ObservationJson(address),
        new EntityMessages(sensors.queries(), address));
  }
}
