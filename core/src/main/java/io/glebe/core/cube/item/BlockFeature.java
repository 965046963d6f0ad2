package io.glebe.core.cube.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.cql.CqlRow;
import io.glebe.tile.mvt.FlatGeometry;
import io.glebe.tile.mvt.MvtFeature;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A feature of a {@link ShapeBlock}: its simplified place, its properties as the tile writes them.
 *
 * @param names shared by features with the same properties; {@code id} is one of them
 * @param values texts, numbers, truths, and JSON nodes of anything else
 */
record BlockFeature(
    long seq,
    FlatGeometry shape,
    String[] names,
    Object[] values,
    Optional<Instant> from,
    Optional<Instant> to)
    implements CqlRow {

  /** As the encoder takes it. */
  MvtFeature feature() {
    return new MvtFeature(OptionalLong.of(seq), shape, new Properties());
  }

  @Override
  public JsonNode property(String name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return node(values[i]);
      }
    }
    return MissingNode.getInstance();
  }

  private static JsonNode node(Object value) {
    return switch (value) {
      case String text -> TextNode.valueOf(text);
      case Long whole -> LongNode.valueOf(whole);
      case Double number -> DoubleNode.valueOf(number);
      case Boolean truth -> BooleanNode.valueOf(truth);
      case JsonNode node -> node;
      default -> MissingNode.getInstance();
    };
  }

  /** Blocks keep no exact places: filters that ask for one are answered from the database. */
  @Override
  public Optional<org.locationtech.jts.geom.Geometry> geometry() {
    throw new IllegalStateException("a block has no exact places");
  }

  /** The properties without a map of their own. */
  private final class Properties extends AbstractMap<String, Object> {
    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<String, Object>> iterator() {
          return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
              return at < names.length;
            }

            @Override
            public Map.Entry<String, Object> next() {
              return new SimpleImmutableEntry<>(names[at], values[at++]);
            }
          };
        }

        @Override
        public int size() {
          return names.length;
        }
      };
    }
  }
}
