package io.glebe.api.spatio.collection;

import io.glebe.api.spatio.SpatioClient;

/** {@link CollectionSuite} on the V2 surface. */
final class CollectionV2Test extends CollectionSuite {
  CollectionV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
