/**
 * Stores observations in groups, distributes stored observations to live subscribers, and maintains
 * latest values, month partitions and retention.
 */
@NullMarked
package io.glebe.core.sensor.observation;

import org.jspecify.annotations.NullMarked;
