package io.glebe.core.cube.rendering;

import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.engine.Rendering;
import io.glebe.tile.plan.CubeGrid;
import java.time.Instant;
import java.util.List;

/**
 * A picture with everything settled: which slices of one snapshot, drawn how.
 *
 * @param name layer, composite, index or expression
 * @param layers the layers whose slices it is made of, in order
 * @param instant the slices' time
 */
public record ResolvedRendering(
    String name,
    List<String> layers,
    Instant instant,
    CubeGrid grid,
    List<LayerSlice> slices,
    Rendering picture) {}
