/**
 * The sample that a new data directory is filled with: a small farm, its season seen from space,
 * its sensors. Everything follows from one seed, so every machine shows the same farm.
 */
@NullMarked
package io.glebe.core.sample;

import org.jspecify.annotations.NullMarked;
