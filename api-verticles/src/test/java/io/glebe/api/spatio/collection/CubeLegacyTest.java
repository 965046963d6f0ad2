package io.glebe.api.spatio.collection;

import io.glebe.api.spatio.SpatioClient;

/** {@link CubeSuite} on the legacy surface. */
final class CubeLegacyTest extends CubeSuite {
  CubeLegacyTest() {
    super(new SpatioClient(""));
  }
}
