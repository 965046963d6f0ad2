/**
 * Generates valid sample records from the catalogue, as examples of the API description and as
 * seeded test inputs. Pure functions; the same seed gives the same records.
 */
@NullMarked
package io.glebe.core.catalogue.sample;

import org.jspecify.annotations.NullMarked;
