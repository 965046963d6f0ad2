/** The clouds of slices, and the choice of the newest clear one. */
@NullMarked
package io.glebe.core.cube.cloud;

import org.jspecify.annotations.NullMarked;
