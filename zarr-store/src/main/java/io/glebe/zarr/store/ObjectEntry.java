package io.glebe.zarr.store;

import java.time.Instant;

/** One line of a listing: key, size in bytes, time of the last put. */
public record ObjectEntry(String key, long size, Instant modified) {}
