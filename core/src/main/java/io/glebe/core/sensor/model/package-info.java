/**
 * The entities of SensorThings 1.1 (Sensing), each declared once: properties, relations, tables.
 * Parsing, SQL, links and the published contract are derived from here. Immutable.
 */
@NullMarked
package io.glebe.core.sensor.model;

import org.jspecify.annotations.NullMarked;
