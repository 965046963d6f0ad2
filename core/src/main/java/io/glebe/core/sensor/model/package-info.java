/**
 * Declares the entity types of SensorThings 1.1 (Sensing), each once: properties, relations,
 * tables. Parsing, SQL, links and the published contract are derived from these declarations.
 * Immutable.
 */
@NullMarked
package io.glebe.core.sensor.model;

import org.jspecify.annotations.NullMarked;
