/**
 * Hours and days of observations, the series that are read from them, and how long both stay.
 *
 * <p>{@code sensor.hourly} and {@code sensor.daily} are computed in the background. What is not in
 * them yet, or has changed since, is read from the observations, so that a series is exact at any
 * moment.
 */
@NullMarked
package io.glebe.core.sensor.aggregate;

import org.jspecify.annotations.NullMarked;
