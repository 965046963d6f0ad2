package io.glebe.api.spatio;

/** {@link MapSuite} on the V2 surface. */
final class MapV2Test extends MapSuite {
  MapV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
