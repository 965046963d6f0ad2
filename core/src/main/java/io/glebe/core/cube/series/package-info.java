/**
 * Computes time series and summaries of a collection. A request is resolved on one snapshot, its
 * cost is estimated and checked against the budget, and data is read only as fast as the response
 * is consumed.
 *
 * <p>Locations come from the request or from the records of a farm; for a field with several
 * boundaries, each date uses the boundary that was valid then.
 */
@NullMarked
package io.glebe.core.cube.series;

import org.jspecify.annotations.NullMarked;
