/** Creates, reads, changes and deletes collections, and decides who may reach them. */
@NullMarked
package io.glebe.core.cube.collection;

import org.jspecify.annotations.NullMarked;
