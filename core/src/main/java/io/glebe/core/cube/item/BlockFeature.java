package io.glebe.core.cube.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.cql.CqlRow;
import io.glebe.tile.mvt.AttributeTable;
import io.glebe.tile.mvt.PreparedFeature;
import java.time.Instant;
import java.util.Optional;

/**
 * A feature of a {@link ShapeBlock}: its simplified geometry and its properties, prepared for
 * tiles.
 *
 * @param table the table that the tags refer to; {@code id} is one of its names
 */
record BlockFeature(
    PreparedFeature prepared, AttributeTable table, Optional<Instant> from, Optional<Instant> to)
    implements CqlRow {

  @Override
  public JsonNode property(String name) {
    int[] tags = prepared.tags();
    for (int i = 0; i < tags.length; i += 2) {
      if (table.keyAt(tags[i]).equals(name)) {
        return node(table.valueAt(tags[i + 1]));
      }
    }
    return MissingNode.getInstance();
  }

  private static JsonNode node(Object value) {
    return switch (value) {
      case String text -> TextNode.valueOf(text);
      case Long whole -> LongNode.valueOf(whole);
      case Double number -> DoubleNode.valueOf(number);
      case Boolean bool -> BooleanNode.valueOf(bool);
      case JsonNode node -> node;
      default -> MissingNode.getInstance();
    };
  }

  /** Blocks do not store exact geometries; filters that need one are answered by the database. */
  @Override
  public Optional<org.locationtech.jts.geom.Geometry> geometry() {
    throw new IllegalStateException("a block has no exact places");
  }
}
