package io.glebe.api.spatio;

/** {@link MapSuite} on the legacy surface. */
final class MapLegacyTest extends MapSuite {
  MapLegacyTest() {
    super(new SpatioClient(""));
  }
}
