/** Whole tiles, from decoded or compressed chunks to PNG bytes, one thread. */
package io.glebe.bench.tile;
