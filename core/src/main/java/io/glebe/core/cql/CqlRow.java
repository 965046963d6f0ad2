package io.glebe.core.cql;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import org.locationtech.jts.geom.Geometry;

/**
 * What a filter can ask about one feature. Called lazily: a filter without place reads no place.
 */
public interface CqlRow {
  /** Names under which the geometry can be asked for. */
  java.util.Set<String> PLACES = java.util.Set.of("geometry", "geom");

  /** The value, a missing node where there is none. */
  JsonNode property(String name);

  /** Longitude and latitude in degrees. */
  Optional<Geometry> geometry();

  /** First instant of the feature's time. */
  Optional<Instant> from();

  /** Last instant of the feature's time, included. */
  Optional<Instant> to();
}
