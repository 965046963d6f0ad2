package io.glebe.api.spatio;

/** {@link StacSuite} on the Legacy surface. */
final class StacLegacyTest extends StacSuite {
  StacLegacyTest() {
    super(new SpatioClient(""));
  }
}
