package io.glebe.core.partner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.StarterRoles;
import io.glebe.core.json.NameUuids;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import java.util.ArrayList;
import java.util.Comparator;
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
import org.jspecify.annotations.Nullable;

/**
 * Compares a partner snapshot with the existing records. Organizations and farms match records that
 * an import of this user created or that the user names; a field matches by the partner's
 * identifier within its farm. A record that others created never matches by its identifier alone,
 * because anyone could write that identifier and make the record accessible to the user. Blocks;
 * use it once.
 */
final class ImportComparison {
  static final EntityType ORGANIZATION = Catalogue.standard().get("Organization");
  static final EntityType FARM = Catalogue.standard().get("Farm");
  static final EntityType FIELD = Catalogue.standard().get("Field");

  private static final Set<Permission> OWNER =
      StarterRoles.standard().role("OWNER").permissions().stream()
          .map(Permission::of)
          .collect(Collectors.toUnmodifiableSet());

  /** A field without an active boundary, for which no Field can be created. */
  record Skipped(PartnerEntity entity, String reason) {}

  /** A farm that will be created, and the organization that is created with it. */
  private record NewFarm(UUID farm, Optional<UUID> organization) {}

  private final RecordService records;
  private final Caller caller;
  private final UUID user;
  private final String provider;
  private final Map<UUID, ImportedRecord> planned = new LinkedHashMap<>();
  private final Map<UUID, List<UUID>> others = new HashMap<>();
  private final List<Skipped> skipped = new ArrayList<>();
  private final List<NewFarm> newFarms = new ArrayList<>();
  private @Nullable Caller writer;

  ImportComparison(RecordService records, Caller caller, UUID user, String provider) {
    this.records = records;
    this.caller = caller;
    this.user = user;
    this.provider = provider;
  }

  /** Returns the records of the snapshot, organizations first, fields last. */
  List<ImportedRecord> of(List<PartnerSnapshot.FarmData> snapshot) {
    KnownRecords organizations =
        known(ORGANIZATION, snapshot.stream().map(PartnerSnapshot.FarmData::organization));
    KnownRecords farms =
        known(
            FARM,
            snapshot.stream().flatMap(e -> e.farms().stream()).map(PartnerSnapshot.Holding::farm));
    KnownRecords fields =
        known(
            FIELD,
            snapshot.stream()
                .flatMap(e -> e.farms().stream())
                .flatMap(holding -> holding.fields().stream()));
    for (PartnerSnapshot.FarmData farmData : snapshot) {
      ImportedRecord organization =
          findStored(
                  ORGANIZATION,
                  farmData.organization(),
                  farmData.into(),
                  organizations,
                  Optional.empty())
              .orElseGet(() -> create(ORGANIZATION, farmData.organization(), Optional.empty()));
      if (organization.stored().isPresent() || isNeeded(farmData)) {
        add(organization, organizations);
      }
      farmData.farms().forEach(holding -> farm(holding, organization, farms, fields));
    }
    refuseInaccessible();
    return List.copyOf(planned.values());
  }

  /** Farms that the user names already belong to an organization. */
  private static boolean isNeeded(PartnerSnapshot.FarmData farmData) {
    return farmData.farms().isEmpty()
        || farmData.farms().stream()
            .anyMatch(holding -> holding.into().flatMap(Selection.Into::record).isEmpty());
  }

  /** Returns the existing record: the one that is named, or the one of an earlier import. */
  private Optional<ImportedRecord> findStored(
      EntityType type,
      PartnerEntity entity,
      Optional<Selection.Into> into,
      KnownRecords known,
      Optional<ImportedRecord> parent) {
    Optional<UUID> named = into.flatMap(Selection.Into::record);
    return named.isPresent()
        ? Optional.of(named(type, entity, named.get(), into.get().pointer()))
        : known
            .ofEarlierImport(entity, ids(type, entity, parent))
            .map(s -> ImportedRecord.ofStored(type, entity, s));
  }

  private ImportedRecord named(EntityType type, PartnerEntity entity, UUID id, String pointer) {
    StoredRecord stored = records.get(caller, type, id).await();
    ObjectNode attributes = stored.attributes();
    boolean other =
        attributes.has("externalId")
            && !(attributes.path("externalId").asText().equals(entity.id())
                && attributes.path("externalProvider").asText().equals(provider));
    if (other) {
      throw Problem.invalid(
          Violation.at("selection", pointer, "the record has another identifier of a partner"));
    }
    return ImportedRecord.ofNamed(type, entity, stored, provider);
  }

  /** Returns the omitted fields. */
  List<Skipped> skipped() {
    return List.copyOf(skipped);
  }

  /**
   * Returns the caller as the owner of the farms that will be created. Their ids are new, so this
   * grants no access to existing records.
   */
  Caller writer() {
    Caller known = writer;
    if (known == null) {
      known = caller.withAdditional(this::withNewFarms);
      writer = known;
    }
    return known;
  }

  private Grants withNewFarms(Grants grants) {
    Grants all = grants;
    for (NewFarm each : newFarms) {
      all = all.with(each.farm(), each.organization(), OWNER);
    }
    return all;
  }

  /** Returns records of the user's imports with the same identifier as this new one. */
  List<UUID> others(UUID id) {
    return others.getOrDefault(id, List.of());
  }

  private void farm(
      PartnerSnapshot.Holding holding,
      ImportedRecord parent,
      KnownRecords farms,
      KnownRecords fields) {
    ImportedRecord farm =
        findStored(FARM, holding.farm(), holding.into(), farms, Optional.of(parent))
            .orElseGet(() -> create(FARM, holding.farm(), Optional.of(parent)));
    add(farm, farms);
    if (farm.stored().isEmpty() && holding.into().isEmpty()) {
      refuseDuplicate(farm);
    }
    if (farm.stored().isEmpty()) {
      Optional<UUID> organization =
          Optional.of(parent).filter(h -> h.stored().isEmpty()).map(ImportedRecord::id);
      newFarms.add(new NewFarm(farm.id(), organization));
      writer = null;
    }
    for (PartnerEntity field : holding.fields()) {
      Optional<StoredRecord> stored = fields.onFarm(farm.id(), field);
      if (stored.isPresent()) {
        add(ImportedRecord.ofStored(FIELD, field, stored.get()));
      } else if (field.geometry().isEmpty()) {
        skipped.add(new Skipped(field, "the field has no active boundary"));
      } else {
        add(create(FIELD, field, Optional.of(farm)));
      }
    }
  }

  private void add(ImportedRecord record) {
    planned.putIfAbsent(record.id(), record);
  }

  private void add(ImportedRecord record, KnownRecords known) {
    add(record);
    if (record.stored().isEmpty()) {
      others.put(record.id(), known.ids(record.entity()));
    }
  }

  /**
   * A farm on which the user works may be the same farm, imported by a colleague; the user must
   * decide. Farms to which the user was only added are not considered.
   */
  private void refuseDuplicate(ImportedRecord farm) {
    Set<UUID> candidates = Set.copyOf(others(farm.id()));
    records.workFarms(caller, candidates).await().stream()
        .sorted()
        .findFirst()
        .ifPresent(
            id -> {
              throw Problem.conflict(
                  "Farm %s: the farm %s has this identifier and was not created by your imports; send \"into\": \"%s\" to import into it, or \"into\": \"%s\" to create your own farm"
                      .formatted(farm.entity().id(), id, id, Selection.Into.OWN));
            });
  }

  private ImportedRecord create(
      EntityType type, PartnerEntity entity, Optional<ImportedRecord> parent) {
    UUID id = ids(type, entity, parent).getFirst();
    ObjectNode body = entity.attributes().deepCopy();
    body.put("id", id.toString()).put("originType", "IMPORT");
    body.put("externalId", entity.id()).put("externalProvider", provider);
    parent.ifPresent(h -> body.put(reference(h.type()), h.id().toString()));
    return ImportedRecord.ofNew(type, entity, id, body);
  }

  /**
   * Returns the id of a record that an import creates, followed by the ids of earlier versions. It
   * is computed from user, parent, the partner's id and a key of the platform, so nobody else can
   * create it first.
   */
  private List<UUID> ids(EntityType type, PartnerEntity entity, Optional<ImportedRecord> parent) {
    String parentId = parent.map(h -> h.id().toString()).orElse("");
    String name = String.join("\n", provider, type.name(), parentId, entity.id());
    return List.of(
        NameUuids.v5(user, RecordSelection.cursor(records, name, "twin " + user)),
        NameUuids.v5(user, name));
  }

  private static String reference(EntityType type) {
    return type.equals(FARM) ? "farmId" : "organizationId";
  }

  /** A previously imported record that the caller can no longer access is not created again. */
  private void refuseInaccessible() {
    for (EntityType type : List.of(ORGANIZATION, FARM, FIELD)) {
      UUID[] newIds =
          planned.values().stream()
              .filter(record -> record.type().equals(type) && record.stored().isEmpty())
              .map(ImportedRecord::id)
              .toArray(UUID[]::new);
      if (newIds.length > 0) {
        RecordSelection.records(Caller.system(), type)
            .where("t.id = any({})", (Object) newIds)
            .stored(records)
            .await()
            .forEach(this::refuse);
      }
    }
  }

  private void refuse(StoredRecord taken) {
    PartnerEntity entity =
        Objects.requireNonNull(planned.get(taken.id()), "the record is not part of the plan")
            .entity();
    throw Problem.conflict(
        entity.name()
            + " was imported before; its record is no longer accessible to you, belongs to another"
            + " parent or has another identifier");
  }

  /** Stored records by the partner's id. */
  private static final class KnownRecords {
    private final UUID user;
    private final Map<String, List<StoredRecord>> byId;

    KnownRecords(UUID user, Map<String, List<StoredRecord>> byId) {
      this.user = user;
      this.byId = byId;
    }

    /**
     * Returns the record that an import of the user created, identified by id and creator, which
     * never change.
     */
    Optional<StoredRecord> ofEarlierImport(PartnerEntity entity, List<UUID> ids) {
      return byId.getOrDefault(entity.id(), List.of()).stream()
          .filter(stored -> ids.contains(stored.id()))
          .filter(stored -> stored.provenance().originType().equals("IMPORT"))
          .filter(stored -> stored.provenance().createdByUserId().equals(Optional.of(user)))
          .min(Comparator.comparingInt(stored -> ids.indexOf(stored.id())));
    }

    List<UUID> ids(PartnerEntity entity) {
      return byId.getOrDefault(entity.id(), List.of()).stream().map(StoredRecord::id).toList();
    }

    Optional<StoredRecord> onFarm(UUID farm, PartnerEntity entity) {
      return byId.getOrDefault(entity.id(), List.of()).stream()
          .filter(stored -> stored.scope().farm().equals(Optional.of(farm)))
          .findFirst();
    }
  }

  private KnownRecords known(EntityType type, Stream<PartnerEntity> entities) {
    String[] ids = entities.map(PartnerEntity::id).distinct().toArray(String[]::new);
    Map<String, List<StoredRecord>> byId = new HashMap<>();
    if (ids.length > 0) {
      for (StoredRecord stored : stored(type, ids)) {
        String id = stored.attributes().path("externalId").asText();
        byId.computeIfAbsent(id, one -> new ArrayList<>()).add(stored);
      }
    }
    return new KnownRecords(user, byId);
  }

  /** A user who may not read any of them has none. */
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
