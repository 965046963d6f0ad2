package io.glebe.core.ogc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.OptionalLong;

/** A feature with the parts of its GeoJSON text. */
public interface OgcFeature {
  String id();

  /** Returns GeoJSON in degrees of WGS 84; empty for a feature without a geometry. */
  Optional<String> geometryText();

  /** Returns the properties as JSON text. */
  String propertiesText();

  /** Returns the properties as a tree; may parse the text at each call. */
  ObjectNode properties();

  /** Returns the version for the entity tag; empty where the interface has none. */
  OptionalLong entityVersion();
}
