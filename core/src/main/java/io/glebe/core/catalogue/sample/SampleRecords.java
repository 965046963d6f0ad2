package io.glebe.core.catalogue.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.DependencyOrder;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Lifecycle;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;

/**
 * One valid record of every entity, all on one farm of one organization, with references to each
 * other.
 *
 * <pre>{@code
 * SampleRecords samples = new SampleRecords(42);
 * ObjectNode field = samples.of("Field");        // many attributes
 * ObjectNode bare = samples.minimal("Field");    // only what is required
 * samples.world().forEach(this::put);            // in dependency order
 * }</pre>
 *
 * References point only to entities earlier in {@link DependencyOrder}, so the records can be
 * written in this order. Immutable.
 */
public final class SampleRecords {
  private static final UUID NAMESPACE = UUID.fromString("8d6a9f0e-6a0b-4a55-9c58-20f4c3f1a7d2");
  private static final double PRESENT = 0.8;

  /**
   * Fixed values for attributes where other values would need records that the sample does not
   * have.
   */
  private static final Map<String, List<String>> CHOICES =
      Map.of(
          "StockMovement.kind", List.of("OPENING", "RECEIPT", "ISSUE", "SALE", "ADJUSTMENT"),
          "RegulatoryReport.status", List.of("DRAFT", "READY"),
          "Role.code", List.of("SAMPLE_ROLE"),
          "AlarmRule.kind", List.of("TASK_DUE"));

  private final long seed;
  private final Map<String, ObjectNode> world = new LinkedHashMap<>();

  public SampleRecords(long seed) {
    this.seed = seed;
    for (EntityType type : DependencyOrder.standard().types()) {
      world.put(type.name(), make(type, false));
    }
  }

  /** Returns the id of the sample record of an entity. */
  public UUID id(String entity) {
    return NameUuids.v5(NAMESPACE, seed + entity);
  }

  /** Returns a copy of the sample record of an entity, with id and originType. */
  public ObjectNode of(String entity) {
    return Objects.requireNonNull(world.get(entity), entity).deepCopy();
  }

  /**
   * Returns the same record with only the required attributes and the attributes that its
   * constraints require.
   */
  public ObjectNode minimal(String entity) {
    return make(Catalogue.standard().get(entity), true);
  }

  /** Returns all records by entity, in dependency order. */
  public Map<String, ObjectNode> world() {
    return Collections.unmodifiableMap(world);
  }

  private ObjectNode make(EntityType type, boolean minimal) {
    Random random = new Random(seed * 31 + type.name().hashCode());
    SampleValues values = new SampleValues(random, this::id);
    ObjectNode record = Json.object();
    record.put(CommonAttributes.ID, id(type.name()).toString());
    record.put(CommonAttributes.ORIGIN_TYPE, "USER");
    int order = 0;
    for (Attribute a : type.attributes().values()) {
      order++;
      boolean wanted = !minimal && random.nextDouble() < PRESENT;
      if ((a.required() || wanted) && possible(type, a)) {
        record.set(a.name(), value(type, a, order, values, random));
      }
    }
    new SampleFit(type, record, world, values).fit();
    return record;
  }

  private static JsonNode value(
      EntityType type, Attribute a, int order, SampleValues values, Random random) {
    List<String> choices = choices(type, a);
    return choices.isEmpty()
        ? values.value(a, order)
        : TextNode.valueOf(choices.get(random.nextInt(choices.size())));
  }

  private static List<String> choices(EntityType type, Attribute a) {
    List<String> initial =
        type.lifecycle()
            .filter(l -> l.attribute().equals(a.name()))
            .map(Lifecycle::initial)
            .orElse(List.of());
    return CHOICES.getOrDefault(type.name() + "." + a.name(), initial);
  }

  /** Returns whether the sample contains the record that the attribute would refer to. */
  static boolean possible(EntityType type, Attribute a) {
    boolean settable = !type.writable() || !a.readOnly();
    DependencyOrder order = DependencyOrder.standard();
    boolean earlier =
        a.referredEntity()
            .map(e -> order.rank(Catalogue.standard().get(e)) < order.rank(type))
            .orElse(true);
    boolean claims = type.name().equals("Region") && a.type() instanceof ValueType.Truth;
    return settable && earlier && !claims;
  }
}
