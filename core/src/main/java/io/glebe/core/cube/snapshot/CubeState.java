package io.glebe.core.cube.snapshot;

import io.glebe.zarr.dataset.DatasetSnapshot;

/** A cube with the state of it that a request is about: the newest one, or an earlier one. */
public record CubeState(Cube cube, DatasetSnapshot snapshot) {}
