package io.glebe.core.cube.item;

import io.glebe.core.config.AllSettings;
import io.glebe.core.config.Settings;

/**
 * What features may cost.
 *
 * @param load features of one body
 * @param featureBytes one feature of a body, and everything but the features together
 * @param tile features of a vector tile
 */
public record ItemLimits(int load, long featureBytes, int tile) {

  public static ItemLimits of(Settings settings) {
    return new ItemLimits(
        settings.get(AllSettings.LOAD_FEATURES),
        settings.get(AllSettings.FEATURE_BYTES),
        settings.get(AllSettings.VECTOR_TILE_FEATURES));
  }
}
