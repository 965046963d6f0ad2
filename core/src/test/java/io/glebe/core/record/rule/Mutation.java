package io.glebe.core.record.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One wrong value for an attribute and the expected fault.
 *
 * @param value the value; empty = the attribute is removed
 * @param pointer expected pointer relative to the attribute, "" for the attribute itself
 */
record Mutation(String attribute, Optional<JsonNode> value, String rule, String pointer) {
  private static final UUID NOBODY = UUID.fromString("00000000-0000-4000-8000-000000000000");

  String expected() {
    return rule + " /" + attribute + pointer;
  }

  /** Returns all wrong values for an attribute; {@code valid} is a valid value. */
  static List<Mutation> of(Attribute a, JsonNode valid) {
    List<Mutation> all = new ArrayList<>();
    boolean filled = a.type() instanceof ValueType.Currency; // filled in from the farm
    if (a.required() && a.defaultValue().isEmpty() && !filled) {
      all.add(new Mutation(a.name(), Optional.empty(), "required", ""));
    }
    add(all, a, Json.mapper().nullNode(), "null", "");
    values(all, a, a.type(), valid, "");
    return all;
  }

  private static void add(List<Mutation> all, Attribute a, JsonNode value, String rule, String at) {
    all.add(new Mutation(a.name(), Optional.of(value), rule, at));
  }

  private static void values(
      List<Mutation> all, Attribute a, ValueType type, JsonNode valid, String at) {
    switch (type) {
      case ValueType.Truth _ -> add(all, a, TextNode.valueOf("true"), "type", at);
      case ValueType.Whole w -> {
        add(all, a, new DecimalNode(new BigDecimal("1.5")), "type", at);
        w.min().ifPresent(m -> add(all, a, IntNode.valueOf((int) (m - 1)), "minimum", at));
        w.max().ifPresent(m -> add(all, a, LongNode.valueOf(m + 1), "maximum", at));
      }
      case ValueType.Decimal d -> {
        add(all, a, TextNode.valueOf("1.5"), "type", at);
        add(all, a, new DecimalNode(new BigDecimal("1.0000000001")), "format", at);
        d.min().ifPresent(m -> number(all, a, m.subtract(BigDecimal.ONE), "minimum", at));
        d.max().ifPresent(m -> number(all, a, m.add(BigDecimal.ONE), "maximum", at));
        d.exclusiveMin().ifPresent(m -> number(all, a, m, "exclusiveMinimum", at));
      }
      case ValueType.Geometry _ -> {
        add(all, a, Json.object().put("type", "Circle"), "V12", at + "/type");
        add(all, a, BooleanNode.TRUE, "V12", at);
      }
      case ValueType.ListOf l -> list(all, a, l, valid);
      case ValueType.ObjectShape _ -> add(all, a, TextNode.valueOf("x"), "type", at);
      case ValueType.Json _ -> {}
      default -> {
        String rule = type instanceof ValueType.PermissionName ? "V25" : "type";
        add(all, a, IntNode.valueOf(7), rule, at);
        text(all, a, type, at);
      }
    }
  }

  private static void number(
      List<Mutation> all, Attribute a, BigDecimal value, String rule, String at) {
    add(all, a, new DecimalNode(value), rule, at);
  }

  private static void list(List<Mutation> all, Attribute a, ValueType.ListOf list, JsonNode valid) {
    add(all, a, TextNode.valueOf("x"), "type", "");
    List<Mutation> items = new ArrayList<>();
    values(items, a, list.items(), valid.path(0), "/0");
    items.forEach(
        m -> add(all, a, Json.array().add(m.value().orElseThrow()), m.rule(), m.pointer()));
    if (list.distinct()) {
      add(all, a, Json.array().add(valid.path(0)).add(valid.path(0)), "uniqueItems", "/1");
    }
    if (list.items() instanceof ValueType.ObjectShape shape) {
      shape.members().values().stream()
          .filter(Attribute::required)
          .forEach(m -> add(all, a, Json.array().add(Json.object()), "required", "/0/" + m.name()));
    }
  }

  private static void text(List<Mutation> all, Attribute a, ValueType type, String at) {
    switch (type) {
      case ValueType.Text t -> {
        boolean free = t.pattern().isEmpty();
        add(all, a, TextNode.valueOf("x".repeat(t.maxLength() + 1)), "maxLength", at);
        if (!free) {
          add(all, a, TextNode.valueOf("?"), "pattern", at);
        }
      }
      case ValueType.Enumeration _ -> add(all, a, TextNode.valueOf("NO_SUCH_VALUE"), "enum", at);
      case ValueType.Reference _ -> {
        add(all, a, TextNode.valueOf(NOBODY.toString()), "V04", at);
        add(all, a, TextNode.valueOf("A7A81344-7715-5594-8E60-FE9F24E2B2F2"), "V04", at);
      }
      case ValueType.AnyReference _ -> add(all, a, TextNode.valueOf("x"), "V04", at);
      case ValueType.Day _ -> add(all, a, TextNode.valueOf("2026-02-30"), "format", at);
      case ValueType.Timestamp _ ->
          add(all, a, TextNode.valueOf("2026-05-04T05:30:00+02:00"), "format", at);
      case ValueType.Temporal _ -> add(all, a, TextNode.valueOf("4 May 2026"), "format", at);
      case ValueType.Uri u ->
          add(all, a, TextNode.valueOf("no uri"), u.scheme().isPresent() ? "V19" : "format", at);
      case ValueType.Email _ -> add(all, a, TextNode.valueOf("ana@"), "format", at);
      case ValueType.Phone _ -> add(all, a, TextNode.valueOf("call me"), "format", at);
      case ValueType.Timezone _ -> add(all, a, TextNode.valueOf("Mars/Olympus"), "format", at);
      case ValueType.Currency _ -> add(all, a, TextNode.valueOf("EURO"), "V18", at);
      case ValueType.Country _ -> add(all, a, TextNode.valueOf("XX"), "format", at);
      case ValueType.Language _ -> add(all, a, TextNode.valueOf("x_y"), "format", at);
      case ValueType.Unit _ -> add(all, a, TextNode.valueOf("kg m"), "V11", at);
      case ValueType.PermissionName _ -> add(all, a, TextNode.valueOf("field:*"), "V25", at);
      default -> {}
    }
  }
}
