package io.glebe.core.cube.item;

import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;

/**
 * Limits for features.
 *
 * @param load features of one body
 * @param featureBytes bytes of one feature of a body, and of everything outside the features
 * @param tile features of a vector tile
 * @param boxBytes bytes of the features that are read for a vector tile or a map
 * @param pageBytes bytes of one page of a list
 * @param scanned features that a filter examines for one page
 * @param positions positions of a geometry
 */
public record ItemLimits(
    int load,
    long featureBytes,
    int tile,
    long boxBytes,
    long pageBytes,
    int scanned,
    int positions) {

  public static ItemLimits of(Settings settings) {
    return new ItemLimits(
        settings.get(SpatioSettings.LOAD_FEATURES),
        settings.get(SpatioSettings.FEATURE_BYTES),
        settings.get(SpatioSettings.VECTOR_TILE_FEATURES),
        settings.get(SpatioSettings.BOX_FEATURE_BYTES),
        settings.get(SpatioSettings.PAGE_BYTES),
        settings.get(SpatioSettings.FILTER_SCANNED),
        settings.get(SpatioSettings.GEOMETRY_POSITIONS));
  }
}
