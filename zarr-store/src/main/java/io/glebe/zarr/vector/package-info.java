/**
 * Whether inner loops take their vector form: what the JVM has, and whether its compiler has seen
 * enough of it.
 *
 * <p>Threading: everything may be called from any thread.
 */
@NullMarked
package io.glebe.zarr.vector;

import org.jspecify.annotations.NullMarked;
