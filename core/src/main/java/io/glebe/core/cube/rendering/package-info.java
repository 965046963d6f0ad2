/** Resolves the layers, bands, colours and dates of a requested image against a collection. */
@NullMarked
package io.glebe.core.cube.rendering;

import org.jspecify.annotations.NullMarked;
