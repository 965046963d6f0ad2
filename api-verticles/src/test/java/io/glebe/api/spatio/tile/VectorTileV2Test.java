package io.glebe.api.spatio.tile;

import io.glebe.api.spatio.SpatioClient;

/** {@link VectorTileSuite} on the V2 surface. */
final class VectorTileV2Test extends VectorTileSuite {
  VectorTileV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
