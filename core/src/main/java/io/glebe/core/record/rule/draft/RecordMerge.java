package io.glebe.core.record.rule.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Lifecycle;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.json.Json;
import io.glebe.core.json.MergePatch;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Nulls;
import io.glebe.core.record.rule.value.Pointers;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Merges a body into the stored record, attribute by attribute: a PUT replaces every attribute
 * except those that are kept when absent, a PATCH changes only the attributes it names. Pure
 * functions; arguments are never changed.
 */
public final class RecordMerge {
  /** Members that responses embed and bodies may therefore contain; never stored. */
  private static final Map<String, Set<String>> EMBEDDED =
      Map.of(
          "Farm", Set.of("fields"),
          "Region", Set.of("field", "children"),
          "Data", Set.of("type", "actionId", "attachments"),
          "File", Set.of("downloadUrl", "streamUrl", "width", "height"));

  private RecordMerge() {}

  /**
   * Whether a member of a body is ignored: set by the server, a JSON-LD keyword, or embedded in
   * responses.
   */
  public static boolean ignored(EntityType type, String member) {
    return CommonAttributes.SERVER_SET.contains(member)
        || CommonAttributes.KEYWORDS.contains(member)
        || EMBEDDED.getOrDefault(type.name(), Set.of()).contains(member)
        || type.attribute(member).filter(Attribute::readOnly).isPresent();
  }

  /**
   * The record as the write would leave it, without provenance; errors of the body itself are
   * collected.
   */
  public static ObjectNode merge(RuleInput input, Findings findings) {
    ObjectNode body = Json.object();
    for (Map.Entry<String, JsonNode> e : input.body().properties()) {
      if (!ignored(input.type(), e.getKey()) || serverSets(input, e.getKey())) {
        body.set(e.getKey(), e.getValue());
      }
    }
    return input.verb() == RuleInput.Verb.PATCH
        ? patched(input, body, findings)
        : replaced(input, body, findings);
  }

  /** Attributes that only the server sets can be set by the platform's own writes. */
  private static boolean serverSets(RuleInput input, String member) {
    return input.caller().kind() == RuleCaller.Kind.SYSTEM
        && input.type().attribute(member).filter(Attribute::readOnly).isPresent();
  }

  private static ObjectNode replaced(RuleInput input, ObjectNode body, Findings findings) {
    Nulls.refuse(body, "", findings);
    ObjectNode after = Json.object();
    input.stored().ifPresent(stored -> keep(input.type(), stored, body, after));
    body.properties()
        .forEach(
            e -> {
              if (!e.getValue().isNull()) {
                after.set(e.getKey(), e.getValue().deepCopy());
              }
            });
    for (Attribute a : input.type().attributes().values()) {
      if (!after.has(a.name())) {
        a.defaultValue().ifPresent(v -> after.set(a.name(), v.deepCopy()));
      }
    }
    return after;
  }

  /** Keeps attributes that a replacement does not remove by leaving them out. */
  private static void keep(EntityType type, ObjectNode stored, ObjectNode body, ObjectNode after) {
    copy(stored, after, CommonAttributes.ID);
    copy(stored, after, CommonAttributes.ORIGIN_TYPE);
    for (Attribute a : type.attributes().values()) {
      boolean state = type.lifecycle().filter(l -> l.attribute().equals(a.name())).isPresent();
      if (a.immutable() || a.readOnly() || state) {
        copy(stored, after, a.name());
      }
    }
    type.lifecycle().ifPresent(l -> keepStamp(l, stored, body, after));
  }

  /**
   * Keeps the time at which the server entered the present state, so that a repeated PUT changes
   * nothing.
   */
  private static void keepStamp(
      Lifecycle lifecycle, ObjectNode stored, ObjectNode body, ObjectNode after) {
    String storedStamp = stored.path(lifecycle.attribute()).asText();
    String sent = body.path(lifecycle.attribute()).asText(storedStamp);
    if (storedStamp.equals(sent)) {
      lifecycle.sets().values().forEach(stamp -> copy(stored, after, stamp));
    }
  }

  private static void copy(ObjectNode from, ObjectNode to, String attribute) {
    JsonNode value = from.get(attribute);
    if (value != null) {
      to.set(attribute, value.deepCopy());
    }
  }

  private static ObjectNode patched(RuleInput input, ObjectNode patch, Findings findings) {
    Nulls.refuseInArrays(patch, "", findings);
    ObjectNode stored = input.stored().orElseThrow();
    ObjectNode after = bare(input.type(), stored);
    for (Map.Entry<String, JsonNode> e : patch.properties()) {
      String name = e.getKey();
      if (e.getValue().isNull()) {
        removable(input.type(), name, findings);
        after.remove(name);
      } else if (isGeometry(input.type(), name)) {
        after.set(name, e.getValue().deepCopy());
      } else {
        after.set(name, MergePatch.apply(after.path(name), e.getValue()));
      }
    }
    return after;
  }

  /** The stored record without provenance and time stamps. */
  public static ObjectNode bare(EntityType type, ObjectNode stored) {
    ObjectNode bare = stored.deepCopy();
    CommonAttributes.SERVER_SET.stream().filter(a -> !type.has(a)).forEach(bare::remove);
    return bare;
  }

  private static boolean isGeometry(EntityType type, String name) {
    return type.attribute(name).filter(a -> a.type() instanceof ValueType.Geometry).isPresent();
  }

  private static void removable(EntityType type, String name, Findings findings) {
    Optional<Attribute> attribute = type.attribute(name);
    boolean state = type.lifecycle().filter(l -> l.attribute().equals(name)).isPresent();
    boolean fixed = name.equals(CommonAttributes.ID) || name.equals(CommonAttributes.ORIGIN_TYPE);
    if (fixed || attribute.filter(Attribute::immutable).isPresent()) {
      findings.invalid(
          fixedRule(name), Pointers.to(name), name + " never changes and cannot be removed");
    } else if (state || attribute.filter(Attribute::required).isPresent()) {
      findings.invalid("required", Pointers.to(name), name + " is required and cannot be removed");
    }
  }

  private static String fixedRule(String name) {
    return switch (name) {
      case CommonAttributes.ID -> "V01";
      case CommonAttributes.ORIGIN_TYPE -> "V02";
      default -> "immutable";
    };
  }

  /** Names of top-level attributes that differ; numbers are compared by value. */
  public static SortedSet<String> changes(ObjectNode stored, ObjectNode after) {
    SortedSet<String> changed = new TreeSet<>();
    after
        .properties()
        .forEach(
            e -> {
              if (!same(stored.get(e.getKey()), e.getValue())) {
                changed.add(e.getKey());
              }
            });
    stored.fieldNames().forEachRemaining(n -> addIfRemoved(n, after, changed));
    return changed;
  }

  private static void addIfRemoved(String name, ObjectNode after, Set<String> changed) {
    if (!after.has(name)) {
      changed.add(name);
    }
  }

  /** Whether two values are equal; an absent value differs from any present one. */
  public static boolean same(@Nullable JsonNode a, @Nullable JsonNode b) {
    return a == null ? b == null : b != null && a.equals(BY_VALUE, b);
  }

  private static final Comparator<JsonNode> BY_VALUE =
      (a, b) -> {
        if (a.isNumber() && b.isNumber()) {
          BigDecimal left = a.decimalValue();
          return left.compareTo(b.decimalValue());
        }
        return a.equals(b) ? 0 : 1;
      };
}
