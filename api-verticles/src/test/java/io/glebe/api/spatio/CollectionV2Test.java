package io.glebe.api.spatio;

class CollectionV2Test extends CollectionSuite {
  CollectionV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
