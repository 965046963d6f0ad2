package io.glebe.api.spatio.collection;

import io.glebe.api.spatio.SpatioClient;

/** {@link CubeSuite} on the V2 surface. */
final class CubeV2Test extends CubeSuite {
  CubeV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
