/**
 * The query language of SensorThings: text to syntax trees, nothing else. Errors say the position
 * and what was expected. Immutable results; every size is bounded.
 */
@NullMarked
package io.glebe.core.sensor.query;

import org.jspecify.annotations.NullMarked;
