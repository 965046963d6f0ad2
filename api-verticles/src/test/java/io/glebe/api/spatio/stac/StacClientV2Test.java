package io.glebe.api.spatio.stac;

import io.glebe.api.spatio.SpatioClient;

/** {@link StacClientSuite} on the V2 surface. */
final class StacClientV2Test extends StacClientSuite {
  StacClientV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
