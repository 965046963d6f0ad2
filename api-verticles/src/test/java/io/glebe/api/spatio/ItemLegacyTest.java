package io.glebe.api.spatio;

/** {@link ItemSuite} on the legacy surface. */
final class ItemLegacyTest extends ItemSuite {
  ItemLegacyTest() {
    super(new SpatioClient(""));
  }
}
