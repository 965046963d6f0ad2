package io.glebe.api.spatio.stac;

import io.glebe.api.spatio.SpatioClient;

/** {@link StacClientSuite} on the Legacy surface. */
final class StacClientLegacyTest extends StacClientSuite {
  StacClientLegacyTest() {
    super(new SpatioClient(""));
  }
}
