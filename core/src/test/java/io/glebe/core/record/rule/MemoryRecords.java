package io.glebe.core.record.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.catalogue.BusinessKey;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.References;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.Lookup.ExternalScope;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.RecordLookup;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.rule.reference.OwnerScopeResolver;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records in memory that answer the lookups of the rules in place of the database. */
final class MemoryRecords implements RecordLookup {
  private final Map<String, Map<UUID, ObjectNode>> tables = new LinkedHashMap<>();
  final Set<UUID> outOfReach = new HashSet<>();
  final Set<UUID> shared = new HashSet<>();
  final Set<String> knownConcepts = new HashSet<>();

  /** The farms of datastreams. */
  final Map<Long, UUID> datastreams = new HashMap<>();

  int rounds;

  MemoryRecords put(String entity, ObjectNode record) {
    tables
        .computeIfAbsent(entity, _ -> new LinkedHashMap<>())
        .put(UUID.fromString(record.path("id").asText()), record);
    return this;
  }

  MemoryRecords remove(String entity, UUID id) {
    tables.getOrDefault(entity, new LinkedHashMap<>()).remove(id);
    return this;
  }

  Optional<ObjectNode> find(String entity, UUID id) {
    return Optional.ofNullable(tables.getOrDefault(entity, Map.of()).get(id));
  }

  @Override
  public LookupResults answer(Set<Lookup<?>> lookups) {
    rounds++;
    LookupResults results = new LookupResults();
    for (Lookup<?> lookup : lookups) {
      switch (lookup) {
        case Lookup.Fetch q -> results.put(q, found(q.entity(), q.id()));
        case Lookup.Lineage q -> results.put(q, position(q));
        case Lookup.KeyHolder q -> results.put(q, holder(q));
        case Lookup.ExternalIdHolder q -> results.put(q, holder(q));
        case Lookup.Reported q -> results.put(q, reported(q));
        case Lookup.Dependents q -> results.put(q, dependents(q));
        case Lookup.SiblingShares q -> results.put(q, shares(q));
        case Lookup.OtherAdministrator q -> results.put(q, administrator(q));
        case Lookup.AdministeredFarms q -> results.put(q, administered(q));
        case Lookup.FarmsWithoutAdministrator q -> results.put(q, unanswered(q));
        case Lookup.AssignedFarms q -> results.put(q, assigned(q.role()));
        case Lookup.RolesAssigned q -> results.put(q, rolesAssigned(q));
        case Lookup.OnlyByRole q -> results.put(q, onlyBy(q.role()));
        case Lookup.SharedInvitation q -> results.put(q, shared.contains(q.user()));
        case Lookup.ConceptKnown q -> results.put(q, knownConcepts.contains(q.uri()));
        case Lookup.Resources q -> results.put(q, resources(q));
        case Lookup.DatastreamOfFarm q ->
            results.put(q, q.farm().equals(datastreams.get(q.datastream())));
        case Lookup.RecordsOfFarm q -> results.put(q, others(q));
      }
    }
    return results;
  }

  private int others(Lookup.RecordsOfFarm q) {
    return (int)
        tables.getOrDefault(q.entity(), Map.of()).values().stream()
            .filter(record -> record.path("farmId").asText().equals(q.farm().toString()))
            .filter(record -> !record.path("id").asText().equals(q.self().toString()))
            .count();
  }

  private Optional<ReferencedRecord> found(String entity, UUID id) {
    return find(entity, id).map(doc -> found(Catalogue.standard().get(entity), id, doc));
  }

  private static Optional<UUID> organization(@Nullable OwnerScope owner) {
    return switch (owner) {
      case OwnerScope.OfOrganization of -> Optional.of(of.organization());
      case OwnerScope.OfPlatform of -> of.maintainer();
      case null, default -> Optional.empty();
    };
  }

  private ReferencedRecord found(EntityType type, UUID id, ObjectNode doc) {
    LookupResults results = new LookupResults();
    for (Lookup<?> q : OwnerScopeResolver.lookups(type, doc)) {
      if (q instanceof Lookup.Fetch f) {
        results.put(f, found(f.entity(), f.id()));
      }
    }
    OwnerScope owner = OwnerScopeResolver.of(type, doc, results).orElse(null);
    Optional<UUID> farm =
        owner instanceof OwnerScope.OfFarm of ? Optional.of(of.farm()) : Optional.empty();
    Optional<UUID> organization =
        farm.flatMap(f -> find("Farm", f))
            .map(f -> UUID.fromString(f.path("organizationId").asText()))
            .or(() -> organization(owner));
    return new ReferencedRecord(type.name(), id, doc, farm, organization, !outOfReach.contains(id));
  }

  private Lookup.HierarchyPosition position(Lookup.Lineage q) {
    Set<UUID> seen = new HashSet<>();
    Set<UUID> level = new HashSet<>(q.parents());
    int above = 0;
    while (!level.isEmpty() && above <= Lookup.Lineage.MAX_LEVELS) {
      above++;
      seen.addAll(level);
      Set<UUID> next = new HashSet<>();
      level.forEach(
          id -> find(q.entity(), id).ifPresent(d -> next.addAll(ids(d.path(q.reference())))));
      next.removeAll(seen);
      level = next;
    }
    return new Lookup.HierarchyPosition(
        seen.contains(q.self()), above, below(q.entity(), q.reference(), q.self(), 0));
  }

  private int below(String entity, String reference, UUID id, int depth) {
    int deepest = 0;
    for (Map.Entry<UUID, ObjectNode> e : tables.getOrDefault(entity, Map.of()).entrySet()) {
      if (depth < 70 && ids(e.getValue().path(reference)).contains(id)) {
        deepest = Math.max(deepest, 1 + below(entity, reference, e.getKey(), depth + 1));
      }
    }
    return deepest;
  }

  static List<UUID> ids(JsonNode value) {
    List<UUID> ids = new ArrayList<>();
    List<JsonNode> all = value.isArray() ? value.valueStream().toList() : List.of(value);
    all.forEach(v -> Draft.uuidOf(v.asText("")).ifPresent(ids::add));
    return ids;
  }

  private Optional<UUID> holder(Lookup.KeyHolder q) {
    return tables.getOrDefault(q.entity(), Map.of()).entrySet().stream()
        .filter(e -> !e.getKey().equals(q.self()))
        .filter(e -> q.values().equals(values(e.getValue(), key(q))))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static BusinessKey key(Lookup.KeyHolder q) {
    return Catalogue.standard().get(q.entity()).businessKeys().stream()
        .filter(k -> k.members().equals(q.attributes()))
        .findFirst()
        .orElseThrow();
  }

  private static List<Optional<String>> values(ObjectNode doc, BusinessKey key) {
    return key.members().stream()
        .map(a -> Optional.ofNullable(doc.get(a)).map(v -> key.comparable(v.asText())))
        .toList();
  }

  private Optional<UUID> holder(Lookup.ExternalIdHolder q) {
    return tables.getOrDefault(q.entity(), Map.of()).entrySet().stream()
        .filter(e -> !e.getKey().equals(q.self()))
        .filter(e -> e.getValue().path("externalId").asText().equals(q.externalId()))
        .filter(e -> e.getValue().path("externalProvider").asText().equals(q.provider()))
        .filter(e -> within(q.entity(), e.getKey(), q.scope()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private boolean within(String entity, UUID id, ExternalScope scope) {
    ReferencedRecord referenced = found(entity, id).orElseThrow();
    return switch (scope) {
      case ExternalScope.OfFarm s -> referenced.farm().equals(Optional.of(s.farm()));
      case ExternalScope.OfOrganization s ->
          referenced.organization().equals(Optional.of(s.organization()));
      case ExternalScope.OfMaker _ -> referenced.reachable(); // of one caller only
    };
  }

  private boolean reported(Lookup.Reported q) {
    return tables.getOrDefault("RegulatoryReport", Map.of()).values().stream()
        .filter(
            r -> Set.of("SUBMITTED", "ACCEPTED", "REJECTED").contains(r.path("status").asText()))
        .flatMap(r -> r.path("reportedRecords").valueStream())
        .anyMatch(
            r ->
                r.path("entityType").asText().equals(q.entity())
                    && r.path("entityId").asText().equals(q.id().toString()));
  }

  private List<Lookup.Dependent> dependents(Lookup.Dependents q) {
    List<Lookup.Dependent> all = new ArrayList<>();
    for (References.Edge edge : References.standard().blocking(q.entity())) {
      tables
          .getOrDefault(edge.from(), Map.of())
          .forEach(
              (id, doc) -> {
                if (!id.equals(q.id()) && ids(doc.path(edge.attribute())).contains(q.id())) {
                  all.add(new Lookup.Dependent(edge.from(), edge.attribute(), id));
                }
              });
    }
    return all;
  }

  private BigDecimal shares(Lookup.SiblingShares q) {
    return tables.getOrDefault("FeedRationComponent", Map.of()).entrySet().stream()
        .filter(e -> !e.getKey().equals(q.self()))
        .filter(e -> ids(e.getValue().path("feedRationId")).contains(q.feedRation()))
        .map(e -> e.getValue().get("rationShare"))
        .filter(Objects::nonNull)
        .map(JsonNode::decimalValue)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private boolean administrator(Lookup.OtherAdministrator q) {
    return tables.getOrDefault("AccessAssignment", Map.of()).entrySet().stream()
        .filter(e -> !e.getKey().equals(q.self()))
        .filter(e -> ids(e.getValue().path("farmId")).contains(q.farm()))
        .flatMap(e -> find("Role", ids(e.getValue().path("roleId")).getFirst()).stream())
        .anyMatch(r -> r.path("permissions").toString().contains("accessAssignment:create"));
  }

  private Set<UUID> administered(Lookup.AdministeredFarms q) {
    return administrators()
        .filter(a -> ids(a.path("userId")).contains(q.user()))
        .map(a -> ids(a.path("farmId")).getFirst())
        .collect(Collectors.toSet());
  }

  private int unanswered(Lookup.FarmsWithoutAdministrator q) {
    return (int)
        q.farms().stream()
            .filter(
                farm ->
                    administrators()
                        .filter(a -> !ids(a.path("userId")).contains(q.user()))
                        .noneMatch(a -> ids(a.path("farmId")).contains(farm)))
            .count();
  }

  private Set<UUID> assigned(UUID role) {
    return tables.getOrDefault("AccessAssignment", Map.of()).values().stream()
        .filter(a -> ids(a.path("roleId")).contains(role))
        .map(a -> ids(a.path("farmId")).getFirst())
        .collect(Collectors.toSet());
  }

  private boolean rolesAssigned(Lookup.RolesAssigned q) {
    return tables.getOrDefault("AccessAssignment", Map.of()).values().stream()
        .filter(a -> ids(a.path("farmId")).contains(q.farm()))
        .flatMap(a -> find("Role", ids(a.path("roleId")).getFirst()).stream())
        .anyMatch(r -> ids(r.path("organizationId")).contains(q.organization()));
  }

  private boolean onlyBy(UUID role) {
    return assigned(role).stream()
        .anyMatch(
            farm ->
                administrators()
                    .filter(a -> !ids(a.path("roleId")).contains(role))
                    .noneMatch(a -> ids(a.path("farmId")).contains(farm)));
  }

  private Stream<ObjectNode> administrators() {
    return tables.getOrDefault("AccessAssignment", Map.of()).values().stream()
        .filter(
            a ->
                find("Role", ids(a.path("roleId")).getFirst())
                    .filter(
                        r -> r.path("permissions").toString().contains("accessAssignment:create"))
                    .isPresent());
  }

  private List<Lookup.Resource> resources(Lookup.Resources q) {
    return tables.getOrDefault("ActivityResource", Map.of()).values().stream()
        .filter(r -> ids(r.path("activityId")).contains(q.activity()))
        .map(
            r ->
                new Lookup.Resource(
                    r,
                    ids(r.path("productId")).stream().findFirst().flatMap(p -> find("Product", p))))
        .toList();
  }
}
