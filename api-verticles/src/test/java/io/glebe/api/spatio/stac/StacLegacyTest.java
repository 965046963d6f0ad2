package io.glebe.api.spatio.stac;

import io.glebe.api.spatio.SpatioClient;

/** {@link StacSuite} on the Legacy surface. */
final class StacLegacyTest extends StacSuite {
  StacLegacyTest() {
    super(new SpatioClient(""));
  }
}
