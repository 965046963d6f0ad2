package io.glebe.core.cube.item;

import io.glebe.core.config.AllSettings;
import io.glebe.core.config.Settings;

/**
 * What features may cost.
 *
 * @param load features of one body
 * @param featureBytes one feature of a body, and everything but the features together
 * @param tile features of a vector tile
 * @param pageBytes of one page of a list
 * @param scanned features that a filter looks at for one page
 */
public record ItemLimits(int load, long featureBytes, int tile, long pageBytes, int scanned) {

  public static ItemLimits of(Settings settings) {
    return new ItemLimits(
        settings.get(AllSettings.LOAD_FEATURES),
        settings.get(AllSettings.FEATURE_BYTES),
        settings.get(AllSettings.VECTOR_TILE_FEATURES),
        settings.get(AllSettings.PAGE_BYTES),
        settings.get(AllSettings.FILTER_SCANNED));
  }
}
