/**
 * From a request for a tile or a series to PNG, MVT or numbers; pure computation over Zarr chunks.
 */
package io.glebe.tile;
