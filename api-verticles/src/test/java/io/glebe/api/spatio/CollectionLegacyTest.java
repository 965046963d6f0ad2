package io.glebe.api.spatio;

class CollectionLegacyTest extends CollectionSuite {
  CollectionLegacyTest() {
    super(new SpatioClient(""));
  }
}
