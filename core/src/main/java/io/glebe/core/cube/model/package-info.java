/**
 * Values that all packages of collections share: the collection, its id and owner, and the datetime
 * parameter. Nothing here performs input or output.
 */
@NullMarked
package io.glebe.core.cube.model;

import org.jspecify.annotations.NullMarked;
