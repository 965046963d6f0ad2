package io.glebe.mqtt.broker;

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
    EntityMessages entities) {}
