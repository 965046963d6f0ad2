package io.glebe.core.partner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.StarterRoles;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.StoredRecord;
import io.glebe.core.record.Uuids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sets a harvest beside the records that the caller reaches: the same pair of externalProvider and
 * externalId is the same record, a field's within its farm. Blocking; one use.
 */
final class Twin {
  static final EntityType ORGANIZATION = Catalogue.standard().get("Organization");
  static final EntityType FARM = Catalogue.standard().get("Farm");
  static final EntityType FIELD = Catalogue.standard().get("Field");

  private static final Set<Permission> OWNER =
      StarterRoles.standard().role("OWNER").permissions().stream()
          .map(Permission::of)
          .collect(Collectors.toUnmodifiableSet());

  /** A field without an active boundary, which no Field can be made of. */
  record Skipped(PartnerEntity entity, String why) {}

  private final RecordService records;
  private final Caller caller;
  private final UUID user;
  private final String provider;
  private final Map<UUID, TwinRecord> planned = new LinkedHashMap<>();
  private final List<Skipped> skipped = new ArrayList<>();
  private Grants grants;

  Twin(RecordService records, Caller caller, UUID user, String provider) {
    this.records = records;
    this.caller = caller;
    this.user = user;
    this.provider = provider;
    this.grants = caller.grants();
  }

  /** The records of the harvest, organizations first, fields last. */
  List<TwinRecord> of(List<Harvest.Estate> estates) {
    Known organizations = known(ORGANIZATION, estates.stream().map(Harvest.Estate::organization));
    Known farms =
        known(FARM, estates.stream().flatMap(e -> e.farms().stream()).map(Harvest.Holding::farm));
    Known fields =
        known(
            FIELD,
            estates.stream()
                .flatMap(e -> e.farms().stream())
                .flatMap(holding -> holding.fields().stream()));
    for (Harvest.Estate estate : estates) {
      TwinRecord organization =
          organizations
              .any(estate.organization())
              .map(stored -> TwinRecord.known(ORGANIZATION, estate.organization(), stored))
              .orElseGet(() -> fresh(ORGANIZATION, estate.organization(), Optional.empty()));
      add(organization);
      estate.farms().forEach(holding -> farm(holding, organization, farms, fields));
    }
    refuseForeign();
    return List.copyOf(planned.values());
  }

  /** Fields that were left out. */
  List<Skipped> skipped() {
    return List.copyOf(skipped);
  }

  /**
   * The caller as the owner of the farms that are about to be made, which is what making them comes
   * to. Their ids are fresh, so this opens nothing that exists.
   */
  Caller writer() {
    return caller.with(grants);
  }

  private void farm(Harvest.Holding holding, TwinRecord home, Known farms, Known fields) {
    TwinRecord farm =
        farms
            .any(holding.farm())
            .map(stored -> TwinRecord.known(FARM, holding.farm(), stored))
            .orElseGet(() -> fresh(FARM, holding.farm(), Optional.of(home)));
    add(farm);
    if (farm.stored().isEmpty()) {
      Optional<UUID> organization =
          Optional.of(home).filter(h -> h.stored().isEmpty()).map(TwinRecord::id);
      grants = grants.with(farm.id(), organization, OWNER);
    }
    for (PartnerEntity field : holding.fields()) {
      Optional<StoredRecord> stored = fields.on(farm.id(), field);
      if (stored.isPresent()) {
        add(TwinRecord.known(FIELD, field, stored.get()));
      } else if (field.geometry().isEmpty()) {
        skipped.add(new Skipped(field, "the field has no active boundary"));
      } else {
        add(fresh(FIELD, field, Optional.of(farm)));
      }
    }
  }

  private void add(TwinRecord record) {
    planned.putIfAbsent(record.id(), record);
  }

  /** The id follows from person, place and partner's id: two imports at once make one record. */
  private TwinRecord fresh(EntityType type, PartnerEntity entity, Optional<TwinRecord> home) {
    String place = home.map(h -> h.id().toString()).orElse("");
    UUID id = Uuids.named(user, String.join("\n", provider, type.name(), place, entity.id()));
    ObjectNode body = entity.attributes().deepCopy();
    body.put("id", id.toString()).put("originType", "IMPORT");
    body.put("externalId", entity.id()).put("externalProvider", provider);
    home.ifPresent(h -> body.put(reference(h.type()), h.id().toString()));
    return TwinRecord.fresh(type, entity, id, body);
  }

  private static String reference(EntityType type) {
    return type.equals(FARM) ? "farmId" : "organizationId";
  }

  /** A record made before that the caller does not reach any more is not made a second time. */
  private void refuseForeign() {
    for (EntityType type : List.of(ORGANIZATION, FARM, FIELD)) {
      UUID[] fresh =
          planned.values().stream()
              .filter(record -> record.type().equals(type) && record.stored().isEmpty())
              .map(TwinRecord::id)
              .toArray(UUID[]::new);
      if (fresh.length > 0) {
        RecordSelection.records(Caller.system(), type)
            .where("t.id = any({})", (Object) fresh)
            .stored(records)
            .await()
            .forEach(this::refuse);
      }
    }
  }

  private void refuse(StoredRecord taken) {
    PartnerEntity entity =
        Objects.requireNonNull(planned.get(taken.id()), "only what is planned was asked for")
            .entity();
    throw Problem.conflict(
        entity.name() + " has been imported before and is out of your reach now");
  }

  /** Stored records by the partner's id. */
  private record Known(Map<String, List<StoredRecord>> byId) {
    Optional<StoredRecord> any(PartnerEntity entity) {
      return byId.getOrDefault(entity.id(), List.of()).stream().findFirst();
    }

    Optional<StoredRecord> on(UUID farm, PartnerEntity entity) {
      return byId.getOrDefault(entity.id(), List.of()).stream()
          .filter(stored -> stored.scope().farm().equals(Optional.of(farm)))
          .findFirst();
    }
  }

  private Known known(EntityType type, Stream<PartnerEntity> entities) {
    String[] ids = entities.map(PartnerEntity::id).distinct().toArray(String[]::new);
    Map<String, List<StoredRecord>> found = new HashMap<>();
    if (ids.length > 0) {
      for (StoredRecord stored : stored(type, ids)) {
        String id = stored.attributes().path("externalId").asText();
        found.computeIfAbsent(id, one -> new ArrayList<>()).add(stored);
      }
    }
    return new Known(found);
  }

  /** Whoever may read none of them yet has none. */
  private List<StoredRecord> stored(EntityType type, String[] ids) {
    try {
      return RecordSelection.records(caller, type)
          .where(
              "t.doc ->> 'externalId' = any({}) and t.doc ->> 'externalProvider' = {}",
              ids,
              provider)
          .then(" order by t.created_at, t.id")
          .stored(records)
          .await();
    } catch (Problem refusal) {
      if (refusal.type() == ProblemType.FORBIDDEN) {
        return List.of();
      }
      throw refusal;
    }
  }
}
