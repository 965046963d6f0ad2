/**
 * Parses the query language of SensorThings into syntax trees. Errors contain the position and the
 * expected input. Results are immutable; all sizes are bounded.
 */
@NullMarked
package io.glebe.core.sensor.query;

import org.jspecify.annotations.NullMarked;
