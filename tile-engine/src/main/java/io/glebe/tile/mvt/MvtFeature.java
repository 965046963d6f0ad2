package io.glebe.tile.mvt;

import java.util.Map;
import java.util.OptionalLong;

/**
 * A feature of a vector tile. Attribute values: {@link String}, {@link Boolean}, {@link Integer},
 * {@link Long}, {@link Float}, {@link Double}; a null value leaves the attribute out, anything else
 * is written as its text. The map is not copied and keeps its order.
 */
public record MvtFeature(OptionalLong id, FlatGeometry geometry, Map<String, ?> attributes) {

  public static MvtFeature of(long id, FlatGeometry geometry, Map<String, ?> attributes) {
    return new MvtFeature(OptionalLong.of(id), geometry, attributes);
  }
}
