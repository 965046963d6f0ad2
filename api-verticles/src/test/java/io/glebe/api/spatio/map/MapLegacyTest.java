package io.glebe.api.spatio.map;

import io.glebe.api.spatio.SpatioClient;

/** {@link MapSuite} on the legacy surface. */
final class MapLegacyTest extends MapSuite {
  MapLegacyTest() {
    super(new SpatioClient(""));
  }
}
