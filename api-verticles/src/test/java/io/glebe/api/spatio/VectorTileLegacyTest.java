package io.glebe.api.spatio;

/** {@link VectorTileSuite} on the legacy surface. */
final class VectorTileLegacyTest extends VectorTileSuite {
  VectorTileLegacyTest() {
    super(new SpatioClient(""));
  }
}
