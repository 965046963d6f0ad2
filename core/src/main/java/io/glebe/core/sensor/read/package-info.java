/** Reads SensorThings resources from the database. */
@NullMarked
package io.glebe.core.sensor.read;

import org.jspecify.annotations.NullMarked;
