package io.glebe.api.spatio.map;

import io.glebe.api.spatio.SpatioClient;

/** {@link MapSuite} on the V2 surface. */
final class MapV2Test extends MapSuite {
  MapV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
