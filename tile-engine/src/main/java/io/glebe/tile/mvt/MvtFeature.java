package io.glebe.tile.mvt;

import java.util.Map;
import java.util.OptionalLong;

/**
 * A feature of a vector tile. Attribute values: {@link String}, {@link Boolean}, {@link Integer},
 * {@link Long}, {@link Float}, {@link Double}; an attribute with a null value is left out, any
 * other value is written as its text. The map is not copied and keeps its order.
 */
public record MvtFeature(OptionalLong id, FlatGeometry geometry, Map<String, ?> attributes) {

  public static MvtFeature of(long id, FlatGeometry geometry, Map<String, ?> attributes) {
    return new MvtFeature(OptionalLong.of(id), geometry, attributes);
  }
}
