package io.glebe.api.spatio.collection;

import io.glebe.api.spatio.SpatioClient;

/** {@link CollectionSuite} on the Legacy surface. */
final class CollectionLegacyTest extends CollectionSuite {
  CollectionLegacyTest() {
    super(new SpatioClient(""));
  }
}
