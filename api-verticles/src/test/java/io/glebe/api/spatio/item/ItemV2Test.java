package io.glebe.api.spatio.item;

import io.glebe.api.spatio.SpatioClient;

/** {@link ItemSuite} on the V2 surface. */
final class ItemV2Test extends ItemSuite {
  ItemV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
