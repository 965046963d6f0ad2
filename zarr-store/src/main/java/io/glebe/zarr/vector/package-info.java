/**
 * Decides whether inner loops use their vector form: whether the JVM supports it, and whether it is
 * compiled.
 *
 * <p>Threading: all methods may be called from any thread.
 */
@NullMarked
package io.glebe.zarr.vector;

import org.jspecify.annotations.NullMarked;
