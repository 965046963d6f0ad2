/** Whole tiles, from decoded or compressed chunks to PNG bytes, on one thread. */
@NullMarked
package io.glebe.bench.tile;

import org.jspecify.annotations.NullMarked;
