/**
 * The stored form of a dataset: its keys and documents, its layers, grid, coordinates and timeline,
 * and the statistics of its slices.
 *
 * <p>{@link io.glebe.zarr.dataset.layout.DatasetFiles} defines the keys, {@link
 * io.glebe.zarr.dataset.layout.SnapshotDocument} is one version of the visible slices, and {@link
 * io.glebe.zarr.dataset.layout.LayerArrays} holds the Zarr arrays of a layer. Values are immutable
 * and may be used from any thread. Reading and writing of documents blocks on the object store.
 */
@NullMarked
package io.glebe.zarr.dataset.layout;

import org.jspecify.annotations.NullMarked;
