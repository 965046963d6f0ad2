package io.glebe.core.stac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.cql.CqlRow;
import io.glebe.core.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.locationtech.jts.geom.Geometry;

/**
 * An item of the catalogue before it is written: one time slice of a cube, or all features.
 *
 * @param id see {@link StacIds}
 * @param source the collection that it is derived from
 * @param footprint its geometry in degrees; empty when there is none
 * @param first its time, or the first instant of it
 * @param last the last instant of it
 * @param layers names of the layers with a slice at that time; empty for features
 */
public record StacItem(
    String id,
    StacSource source,
    Optional<Geometry> footprint,
    Instant first,
    Instant last,
    List<String> layers,
    OptionalDouble cloudCover)
    implements CqlRow {

  /** The same item with the share of its cells that clouds hide, 0 to 1, if that is known. */
  StacItem with(OptionalDouble share) {
    return new StacItem(id, source, footprint, first, last, layers, share);
  }

  /** Returns whether it is a slice of the cube. */
  public boolean slice() {
    return !layers.isEmpty();
  }

  /** Returns when the slice was last written; of features, when the collection was last changed. */
  Instant updatedAt() {
    return source
        .snapshot()
        .filter(snapshot -> slice())
        .flatMap(snapshot -> snapshot.writtenAt(first))
        .orElseGet(() -> source.row().updatedAt());
  }

  /** Returns the members of {@code properties}. */
  public ObjectNode properties() {
    ObjectNode properties = Json.object();
    if (first.equals(last)) {
      properties.put("datetime", first.toString());
    } else {
      properties.putNull("datetime");
      properties.put("start_datetime", first.toString()).put("end_datetime", last.toString());
    }
    properties.put("title", source.row().title() + (slice() ? " " + first : " features"));
    properties.put("created", source.row().createdAt().toString());
    properties.put("updated", updatedAt().toString());
    if (slice()) {
      StacCube.project(properties, source.grid());
      cloudCover.ifPresent(share -> StacCube.clouds(properties, share));
    } else {
      properties.put("glebe:features", source.row().features().count());
    }
    return properties;
  }

  @Override
  public JsonNode property(String name) {
    return switch (name) {
      case "id" -> TextNode.valueOf(id);
      case "collection" -> TextNode.valueOf(source.row().id());
      default -> Optional.ofNullable(properties().get(name)).orElse(MissingNode.getInstance());
    };
  }

  @Override
  public Optional<Geometry> geometry() {
    return footprint;
  }

  @Override
  public Optional<Instant> from() {
    return Optional.of(first);
  }

  @Override
  public Optional<Instant> to() {
    return Optional.of(last);
  }
}
