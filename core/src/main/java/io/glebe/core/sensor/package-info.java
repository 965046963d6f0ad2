/**
 * Wires the sensor service and is its facade. {@link io.glebe.core.sensor.Sensors} builds the parts
 * in the sub-packages and closes them; no sub-package uses this package.
 *
 * <p>SensorThings entities, observations and latest values are served without any protocol.
 * Observations pass one bounded queue, {@link io.glebe.core.sensor.observation.ObservationWriter},
 * which commits waiting observations together. Only short bookkeeping runs on an event loop.
 */
@NullMarked
package io.glebe.core.sensor;

import org.jspecify.annotations.NullMarked;
