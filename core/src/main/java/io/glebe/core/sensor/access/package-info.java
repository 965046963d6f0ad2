/** Determines the owner of a sensor entity and the rows that a caller may read or write. */
@NullMarked
package io.glebe.core.sensor.access;

import org.jspecify.annotations.NullMarked;
