/**
 * Creates the sample data of a new data directory: a small farm, satellite images of one season,
 * and sensors. Everything is computed from one seed, so every machine gets the same farm.
 */
@NullMarked
package io.glebe.core.sample;

import org.jspecify.annotations.NullMarked;
