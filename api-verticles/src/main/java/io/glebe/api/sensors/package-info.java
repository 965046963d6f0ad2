/**
 * The HTTP door of the sensor service: SensorThings 1.1 below {@code /sta/v1.1}. Parses, calls
 * {@code core.sensor}, replies; holds nothing but the bound on open live streams.
 */
@NullMarked
package io.glebe.api.sensors;

import org.jspecify.annotations.NullMarked;
