/**
 * The sensor-observation service without any protocol: SensorThings entities, observations, latest
 * values. Observations enter through one bounded queue ({@link
 * io.glebe.core.sensor.ObservationWriter}) which holds at most a fixed number of them and commits
 * those that wait together; nothing here runs on an event loop but short bookkeeping.
 */
@NullMarked
package io.glebe.core.sensor;

import org.jspecify.annotations.NullMarked;
