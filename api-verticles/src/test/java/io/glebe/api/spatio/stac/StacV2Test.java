package io.glebe.api.spatio.stac;

import io.glebe.api.spatio.SpatioClient;

/** {@link StacSuite} on the V2 surface. */
final class StacV2Test extends StacSuite {
  StacV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
