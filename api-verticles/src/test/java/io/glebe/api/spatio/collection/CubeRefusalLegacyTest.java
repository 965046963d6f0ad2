package io.glebe.api.spatio.collection;

import io.glebe.api.spatio.SpatioClient;

/** {@link CubeRefusalSuite} on the legacy surface. */
final class CubeRefusalLegacyTest extends CubeRefusalSuite {
  CubeRefusalLegacyTest() {
    super(new SpatioClient(""));
  }
}
