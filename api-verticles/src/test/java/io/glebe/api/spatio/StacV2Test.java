package io.glebe.api.spatio;

/** {@link StacSuite} on the V2 surface. */
final class StacV2Test extends StacSuite {
  StacV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
