package io.glebe.core.cube.snapshot;

import io.glebe.zarr.dataset.DatasetSnapshot;

/** A cube and the snapshot, newest or earlier, that a request reads. */
public record CubeState(Cube cube, DatasetSnapshot snapshot) {}
