/**
 * Keeps the Zarr datasets of collections open, selects one of their snapshots for reading, and
 * limits writing to one process per collection.
 *
 * <p>{@link io.glebe.core.cube.snapshot.Cubes} opens a dataset once and shares it. A {@link
 * io.glebe.core.cube.snapshot.Cube} is immutable and may be used from any thread.
 */
@NullMarked
package io.glebe.core.cube.snapshot;

import org.jspecify.annotations.NullMarked;
