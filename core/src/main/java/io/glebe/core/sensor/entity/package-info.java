/** Creates, changes and deletes SensorThings entities. */
@NullMarked
package io.glebe.core.sensor.entity;

import org.jspecify.annotations.NullMarked;
