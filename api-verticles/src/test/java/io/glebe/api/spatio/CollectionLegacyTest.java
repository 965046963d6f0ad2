package io.glebe.api.spatio;

/** {@link CollectionSuite} on the Legacy surface. */
final class CollectionLegacyTest extends CollectionSuite {
  CollectionLegacyTest() {
    super(new SpatioClient(""));
  }
}
