/**
 * HTTP endpoints of the sensor service: SensorThings 1.1 below {@code /sta/v1.1}. They parse, call
 * {@code core.sensor} and reply; their only state is the limit of open live streams.
 */
@NullMarked
package io.glebe.api.sensors;

import org.jspecify.annotations.NullMarked;
