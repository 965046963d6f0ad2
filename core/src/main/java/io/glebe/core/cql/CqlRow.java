package io.glebe.core.cql;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import org.locationtech.jts.geom.Geometry;

/**
 * The values of one feature that a filter can use. Methods are called lazily: a filter without a
 * spatial condition does not read the geometry.
 */
public interface CqlRow {
  /** Names that refer to the geometry. */
  java.util.Set<String> PLACES = java.util.Set.of("geometry", "geom");

  /** Returns the value, or a missing node when the feature does not have it. */
  JsonNode property(String name);

  /** Returns the geometry in degrees of longitude and latitude. */
  Optional<Geometry> geometry();

  /** Returns the first instant of the feature's time. */
  Optional<Instant> from();

  /** Returns the last instant (inclusive) of the feature's time. */
  Optional<Instant> to();
}
