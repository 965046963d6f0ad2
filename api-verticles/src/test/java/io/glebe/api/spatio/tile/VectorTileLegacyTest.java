package io.glebe.api.spatio.tile;

import io.glebe.api.spatio.SpatioClient;

/** {@link VectorTileSuite} on the legacy surface. */
final class VectorTileLegacyTest extends VectorTileSuite {
  VectorTileLegacyTest() {
    super(new SpatioClient(""));
  }
}
