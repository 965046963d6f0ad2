package io.glebe.zarr.dataset;

/** What a reclaim removed. */
public record ReclaimReport(int snapshots, int slots, long objects) {}
