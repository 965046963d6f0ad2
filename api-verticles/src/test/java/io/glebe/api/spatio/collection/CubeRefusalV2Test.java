package io.glebe.api.spatio.collection;

import io.glebe.api.spatio.SpatioClient;

/** {@link CubeRefusalSuite} on the V2 surface. */
final class CubeRefusalV2Test extends CubeRefusalSuite {
  CubeRefusalV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
