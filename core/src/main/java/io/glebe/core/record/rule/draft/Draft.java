package io.glebe.core.record.rule.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.rule.value.Pointers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The record as it would be after the write, while it is completed and checked. Only completions
 * change the document. Confined to one check.
 */
public final class Draft {
  private final RuleInput input;
  private final RuleSettings settings;
  private final ObjectNode after;

  public Draft(RuleInput input, RuleSettings settings, ObjectNode after) {
    this.input = input;
    this.settings = settings;
    this.after = after;
  }

  public RuleInput input() {
    return input;
  }

  public EntityType type() {
    return input.type();
  }

  public RuleSettings settings() {
    return settings;
  }

  public boolean is(String entity) {
    return input.type().name().equals(entity);
  }

  public boolean creation() {
    return input.creation();
  }

  public ObjectNode after() {
    return after;
  }

  /** The stored record, or an empty document on creation. */
  public Optional<ObjectNode> stored() {
    return input.stored();
  }

  public boolean has(String attribute) {
    return after.has(attribute);
  }

  public Optional<JsonNode> value(String attribute) {
    return Optional.ofNullable(after.get(attribute));
  }

  public Optional<String> text(String attribute) {
    return value(attribute).filter(JsonNode::isTextual).map(JsonNode::textValue);
  }

  public Optional<BigDecimal> number(String attribute) {
    return value(attribute).filter(JsonNode::isNumber).map(JsonNode::decimalValue);
  }

  public Optional<UUID> uuid(String attribute) {
    return text(attribute).flatMap(Draft::uuidOf);
  }

  public static Optional<UUID> uuidOf(String text) {
    return UuidSyntax.parse(text);
  }

  public Optional<String> storedText(String attribute) {
    return stored().map(b -> b.get(attribute)).filter(JsonNode::isTextual).map(JsonNode::textValue);
  }

  /** Whether the attribute differs from the stored record; on creation, whether it is present. */
  public boolean changed(String attribute) {
    JsonNode stored = stored().map(b -> b.get(attribute)).orElse(null);
    return !RecordMerge.same(stored, after.get(attribute));
  }

  public void set(String attribute, String text) {
    after.set(attribute, TextNode.valueOf(text));
  }

  public void set(String attribute, JsonNode value) {
    after.set(attribute, value.deepCopy());
  }

  /** A reference in the record. */
  public record Ref(Attribute attribute, String entity, UUID id, String pointer) {
    public Lookup.Fetch fetch() {
      return new Lookup.Fetch(entity, id);
    }
  }

  /** All well-formed references at the top level, single ones and those in arrays. */
  public List<Ref> references() {
    List<Ref> all = new ArrayList<>();
    for (Attribute a : type().attributes().values()) {
      a.referredEntity().ifPresent(entity -> collect(a, entity, all));
      if (a.type() instanceof ValueType.AnyReference any) {
        text(any.typeAttribute()).ifPresent(entity -> collect(a, entity, all));
      }
    }
    return all;
  }

  private void collect(Attribute a, String entity, List<Ref> into) {
    JsonNode value = after.path(a.name());
    String pointer = Pointers.to(a.name());
    if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        collect(a, entity, value.get(i), Pointers.to(pointer, i), into);
      }
    } else {
      collect(a, entity, value, pointer, into);
    }
  }

  private static void collect(
      Attribute a, String entity, JsonNode value, String pointer, List<Ref> into) {
    uuidOf(value.asText("")).ifPresent(id -> into.add(new Ref(a, entity, id, pointer)));
  }

  /** References inside the objects of an array, such as the records that a report lists. */
  public List<Ref> listed() {
    return listed(after);
  }

  /** The records that such references named before the write. */
  public Set<Lookup.Fetch> storedListed() {
    return stored().stream()
        .flatMap(b -> listed(b).stream())
        .map(Ref::fetch)
        .collect(Collectors.toSet());
  }

  private List<Ref> listed(ObjectNode document) {
    List<Ref> all = new ArrayList<>();
    for (Attribute a : type().attributes().values()) {
      if (a.type() instanceof ValueType.ListOf list
          && list.items() instanceof ValueType.ObjectShape shape) {
        JsonNode items = document.path(a.name());
        for (int i = 0; items.isArray() && i < items.size(); i++) {
          member(shape, items.get(i), Pointers.to(Pointers.to(a.name()), i), all);
        }
      }
    }
    return all;
  }

  private static void member(
      ValueType.ObjectShape shape, JsonNode item, String pointer, List<Ref> into) {
    for (Attribute member : shape.members().values()) {
      Optional<String> entity =
          member.type() instanceof ValueType.AnyReference any
              ? Optional.ofNullable(item.path(any.typeAttribute()).textValue())
              : member.referredEntity();
      String place = Pointers.to(pointer, member.name());
      entity.ifPresent(e -> collect(member, e, item.path(member.name()), place, into));
    }
  }

  /** The record that a single reference names, as far as it is known and exists. */
  public Optional<ReferencedRecord> referred(String attribute, LookupResults results) {
    Optional<String> entity = type().attribute(attribute).flatMap(Attribute::referredEntity);
    return entity.flatMap(
        e ->
            uuid(attribute)
                .map(id -> new Lookup.Fetch(e, id))
                .filter(results::contains)
                .flatMap(results::answer));
  }

  /** A value of the referenced record. */
  public Optional<JsonNode> referredValue(
      String reference, String attribute, LookupResults results) {
    return referred(reference, results).map(f -> f.document().get(attribute));
  }
}
