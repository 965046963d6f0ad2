package io.glebe.core.cube.rendering;

import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.engine.Rendering;
import io.glebe.tile.plan.CubeGrid;
import java.time.Instant;
import java.util.List;

/**
 * A resolved rendering: slices of one snapshot, and how they are drawn.
 *
 * @param name layer, composite, index or expression
 * @param layers the layers whose slices are used, in order
 * @param instant the time of the slices
 */
public record ResolvedRendering(
    String name,
    List<String> layers,
    Instant instant,
    CubeGrid grid,
    List<LayerSlice> slices,
    Rendering rendering) {}
