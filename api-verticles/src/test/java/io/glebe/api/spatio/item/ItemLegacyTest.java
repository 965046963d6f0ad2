package io.glebe.api.spatio.item;

import io.glebe.api.spatio.SpatioClient;

/** {@link ItemSuite} on the legacy surface. */
final class ItemLegacyTest extends ItemSuite {
  ItemLegacyTest() {
    super(new SpatioClient(""));
  }
}
