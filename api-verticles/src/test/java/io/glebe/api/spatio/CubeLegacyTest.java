package io.glebe.api.spatio;

/** {@link CubeSuite} on the legacy surface. */
final class CubeLegacyTest extends CubeSuite {
  CubeLegacyTest() {
    super(new SpatioClient(""));
  }
}
