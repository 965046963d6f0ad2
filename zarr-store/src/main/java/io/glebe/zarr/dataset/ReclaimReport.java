package io.glebe.zarr.dataset;

/** The number of objects that a reclaim removed. */
public record ReclaimReport(int snapshots, int slots, long objects) {}
