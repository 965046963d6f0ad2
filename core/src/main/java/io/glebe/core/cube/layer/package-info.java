/**
 * Layers of collections and their data: defining layers and grids, writing and removing slices,
 * statistics, export of single slices, and the clean-up of data that is no longer reachable.
 */
@NullMarked
package io.glebe.core.cube.layer;

import org.jspecify.annotations.NullMarked;
