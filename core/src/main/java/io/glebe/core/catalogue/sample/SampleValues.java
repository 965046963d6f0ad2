package io.glebe.core.catalogue.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.json.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;

/** Generates valid values of each type. Used by one thread for one generation. */
final class SampleValues {
  /** Texts of attributes that need a more specific format than their type. */
  private static final Map<String, List<String>> FORMED =
      Map.of(
          "gln", List.of("4012345000009"),
          "gtin", List.of("4006381333931", "96385074"),
          "code", List.of("SAMPLE_CODE", "SAMPLE_TWO"),
          "isobusName", List.of("A00C848B2A60A7F3"),
          "growthStage", List.of("31", "37", "6510"),
          "checksum", List.of("sha-256:" + "0123456789abcdef".repeat(4)),
          "entityType", List.of("Farm"),
          "crop", List.of("winter wheat", "http://aims.fao.org/aos/agrovoc/c_8373"),
          "name", List.of("North slope", "Upper barn", "Lower meadow"));

  private static final List<String> UNITS = List.of("kg", "ha", "t", "KGM", "l");
  private static final LocalDate BEGIN = LocalDate.of(2025, 2, 1);
  private static final double LONGITUDE = 14.51;
  private static final double LATITUDE = 46.05;
  private static final int MAX_SAMPLE_TEXT = 40;

  private final Random random;
  private final Function<String, UUID> ids;

  SampleValues(Random random, Function<String, UUID> ids) {
    this.random = random;
    this.ids = ids;
  }

  /** Returns a value; a higher {@code order} gives a later time. */
  JsonNode value(Attribute attribute, int order) {
    return value(attribute.name(), attribute.type(), order);
  }

  private JsonNode value(String name, ValueType type, int order) {
    return switch (type) {
      case ValueType.Truth _ -> BooleanNode.valueOf(random.nextBoolean());
      case ValueType.Whole w -> whole(w);
      case ValueType.Decimal d -> decimal(d);
      case ValueType.Geometry g -> geometry(g.types().iterator().next());
      case ValueType.ObjectShape s -> object(s, order);
      case ValueType.ListOf l -> Json.array().add(value(name, l.items(), order));
      case ValueType.Json _ -> json(name);
      default -> TextNode.valueOf(text(name, type, order));
    };
  }

  private String text(String name, ValueType type, int order) {
    LocalDate day = BEGIN.plusDays(3L * order);
    return switch (type) {
      case ValueType.Text t -> plain(name, t);
      case ValueType.Enumeration e -> pick(List.copyOf(e.values()));
      case ValueType.Reference r -> ids.apply(r.entity()).toString();
      case ValueType.AnyReference _ -> ids.apply("Farm").toString();
      case ValueType.Day _ -> day.toString();
      case ValueType.Timestamp _ -> day + "T05:30:00Z";
      case ValueType.Temporal _ -> random.nextBoolean() ? day.toString() : day + "T06:00:00.5Z";
      case ValueType.Uri _ -> "https://example.org/" + name + "/" + random.nextInt(1000);
      case ValueType.Email _ -> "ana.novak" + random.nextInt(100) + "@example.org";
      case ValueType.Phone _ -> "+386 1 234 56 7" + random.nextInt(10);
      case ValueType.Timezone _ -> pick(List.of("Europe/Ljubljana", "UTC", "Europe/Berlin"));
      case ValueType.Currency _ -> pick(List.of("EUR", "CHF", "USD"));
      case ValueType.Country _ -> pick(List.of("SI", "AT", "DE"));
      case ValueType.Language _ -> pick(List.of("sl", "de-AT", "en"));
      case ValueType.Unit _ -> pick(UNITS);
      case ValueType.PermissionName _ -> pick(List.of("field:read", "task:update"));
      default -> throw new IllegalArgumentException("no text of " + type);
    };
  }

  private String plain(String name, ValueType.Text type) {
    Optional<List<String>> formed = Optional.ofNullable(FORMED.get(name));
    String text = formed.map(this::pick).orElse(name + " " + random.nextInt(1_000_000));
    int limit = formed.isPresent() ? type.maxLength() : Math.min(type.maxLength(), MAX_SAMPLE_TEXT);
    return text.length() <= limit ? text : text.substring(0, limit);
  }

  private LongNode whole(ValueType.Whole type) {
    long min = type.min().orElse(0L);
    long max = type.max().orElse(min + 1000);
    return LongNode.valueOf(min + random.nextInt((int) Math.min(max - min + 1, 1000)));
  }

  private DecimalNode decimal(ValueType.Decimal type) {
    double min = type.min().or(type::exclusiveMin).map(BigDecimal::doubleValue).orElse(1.0);
    double max = type.max().map(BigDecimal::doubleValue).orElse(min + 1000);
    BigDecimal value = BigDecimal.valueOf(min + (0.01 + 0.9 * random.nextDouble()) * (max - min));
    return DecimalNode.valueOf(value.setScale(2, RoundingMode.HALF_UP));
  }

  private ObjectNode object(ValueType.ObjectShape shape, int order) {
    ObjectNode object = Json.object();
    shape.members().values().forEach(m -> object.set(m.name(), value(m, order)));
    return object;
  }

  private ObjectNode json(String name) {
    ObjectNode json = Json.object();
    if (name.endsWith("Schema")) {
      return json.put("$schema", "https://json-schema.org/draft/2020-12/schema")
          .put("type", "object");
    }
    return json.put("text", name + " " + random.nextInt(100));
  }

  private ObjectNode geometry(String type) {
    ObjectNode geometry = Json.object().put("type", type);
    ArrayNode at = geometry.putArray("coordinates");
    if (type.equals("Point")) {
      at.add(LONGITUDE).add(LATITUDE);
    } else {
      ArrayNode ring = at.addArray();
      double[][] corners = {
        {-0.01, -0.01}, {0.01, -0.01}, {0.01, 0.01}, {-0.01, 0.01}, {-0.01, -0.01}
      };
      for (double[] c : corners) {
        ring.addArray().add(exact(LONGITUDE + c[0])).add(exact(LATITUDE + c[1]));
      }
    }
    return geometry;
  }

  private static BigDecimal exact(double ordinate) {
    return BigDecimal.valueOf(ordinate).setScale(4, RoundingMode.HALF_UP);
  }

  private String pick(List<String> values) {
    return values.get(random.nextInt(values.size()));
  }
}
