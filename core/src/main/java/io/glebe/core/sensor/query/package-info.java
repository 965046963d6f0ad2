/**
 * The query language of SensorThings: text to syntax trees, nothing else. Errors say the position
 * and what was expected. Immutable results; every size is bounded.
 */
package io.glebe.core.sensor.query;
