/**
 * Makes valid sample records from the catalogue: examples of the API description and seeded inputs
 * of tests. Pure; the same seed gives the same records.
 */
@NullMarked
package io.glebe.core.catalogue.sample;

import org.jspecify.annotations.NullMarked;
