/**
 * Series and summaries of a collection: what is asked is settled on one snapshot, measured, held
 * against the budget, and read only as fast as the answer is taken.
 *
 * <p>Places come from the request or from the records of a farm; a field that has been redrawn
 * counts on each date in the shape it had then.
 */
@NullMarked
package io.glebe.core.cube.series;

import org.jspecify.annotations.NullMarked;
