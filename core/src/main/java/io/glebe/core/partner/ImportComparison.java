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
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
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
  record Skipped(PartnerEntity entity, String why) {}

  /** A farm that will be created, and the organization that is created with it. */
  private record Gained(UUID farm, Optional<UUID> organization) {}

  private final RecordService records;
  private final Caller caller;
  private final UUID user;
  private final String provider;
  private final Map<UUID, ImportedRecord> planned = new LinkedHashMap<>();
  private final Map<UUID, List<UUID>> others = new HashMap<>();
  private final List<Skipped> skipped = new ArrayList<>();
  private final List<Gained> gained = new ArrayList<>();
  private @Nullable Caller writer;

  ImportComparison(RecordService records, Caller caller, UUID user, String provider) {
    this.records = records;
    this.caller = caller;
    this.user = user;
    this.provider = provider;
  }

  /** Returns the records of the snapshot, organizations first, fields last. */
  List<ImportedRecord> of(List<PartnerSnapshot.FarmData> estates) {
    Known organizations =
        known(ORGANIZATION, estates.stream().map(PartnerSnapshot.FarmData::organization));
    Known farms =
        known(
            FARM,
            estates.stream().flatMap(e -> e.farms().stream()).map(PartnerSnapshot.Holding::farm));
    Known fields =
        known(
            FIELD,
            estates.stream()
                .flatMap(e -> e.farms().stream())
                .flatMap(holding -> holding.fields().stream()));
    for (PartnerSnapshot.FarmData estate : estates) {
      ImportedRecord organization =
          there(ORGANIZATION, estate.organization(), estate.into(), organizations, Optional.empty())
              .orElseGet(() -> fresh(ORGANIZATION, estate.organization(), Optional.empty()));
      if (organization.stored().isPresent() || isNeeded(estate)) {
        add(organization, organizations);
      }
      estate.farms().forEach(holding -> farm(holding, organization, farms, fields));
    }
    refuseForeign();
    return List.copyOf(planned.values());
  }

  /** Farms that the user names already belong to an organization. */
  private static boolean isNeeded(PartnerSnapshot.FarmData estate) {
    return estate.farms().isEmpty()
        || estate.farms().stream()
            .anyMatch(holding -> holding.into().flatMap(Selection.Into::record).isEmpty());
  }

  /** Returns the existing record: the one that is named, or the one of an earlier import. */
  private Optional<ImportedRecord> there(
      EntityType type,
      PartnerEntity entity,
      Optional<Selection.Into> into,
      Known known,
      Optional<ImportedRecord> home) {
    Optional<UUID> named = into.flatMap(Selection.Into::record);
    return named.isPresent()
        ? Optional.of(named(type, entity, named.get(), into.get().pointer()))
        : known
            .own(entity, ids(type, entity, home))
            .map(s -> ImportedRecord.known(type, entity, s));
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
          Violation.at("selection", pointer, "the record bears another identifier of a partner"));
    }
    return ImportedRecord.named(type, entity, stored, provider);
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
      known = caller.withAdditional(this::owning);
      writer = known;
    }
    return known;
  }

  private Grants owning(Grants grants) {
    Grants all = grants;
    for (Gained each : gained) {
      all = all.with(each.farm(), each.organization(), OWNER);
    }
    return all;
  }

  /** Returns records of the user's imports with the same identifier as this new one. */
  List<UUID> others(UUID id) {
    return others.getOrDefault(id, List.of());
  }

  private void farm(
      PartnerSnapshot.Holding holding, ImportedRecord home, Known farms, Known fields) {
    ImportedRecord farm =
        there(FARM, holding.farm(), holding.into(), farms, Optional.of(home))
            .orElseGet(() -> fresh(FARM, holding.farm(), Optional.of(home)));
    add(farm, farms);
    if (farm.stored().isEmpty() && holding.into().isEmpty()) {
      refuseSecond(farm);
    }
    if (farm.stored().isEmpty()) {
      Optional<UUID> organization =
          Optional.of(home).filter(h -> h.stored().isEmpty()).map(ImportedRecord::id);
      gained.add(new Gained(farm.id(), organization));
      writer = null;
    }
    for (PartnerEntity field : holding.fields()) {
      Optional<StoredRecord> stored = fields.on(farm.id(), field);
      if (stored.isPresent()) {
        add(ImportedRecord.known(FIELD, field, stored.get()));
      } else if (field.geometry().isEmpty()) {
        skipped.add(new Skipped(field, "the field has no active boundary"));
      } else {
        add(fresh(FIELD, field, Optional.of(farm)));
      }
    }
  }

  private void add(ImportedRecord record) {
    planned.putIfAbsent(record.id(), record);
  }

  private void add(ImportedRecord record, Known known) {
    add(record);
    if (record.stored().isEmpty()) {
      others.put(record.id(), known.ids(record.entity()));
    }
  }

  /**
   * A farm on which the user works may be the same farm, imported by a colleague; the user must
   * decide. Farms to which the user was only added are not considered.
   */
  private void refuseSecond(ImportedRecord farm) {
    Set<UUID> alike = Set.copyOf(others(farm.id()));
    records.workFarms(caller, alike).await().stream()
        .sorted()
        .findFirst()
        .ifPresent(
            id -> {
              throw Problem.conflict(
                  "Farm %s: the farm %s bears this identifier, and no import of yours made it; say \"into\": \"%s\" to import into it, or \"into\": \"%s\" for a farm of your own"
                      .formatted(farm.entity().id(), id, id, Selection.Into.OWN));
            });
  }

  private ImportedRecord fresh(
      EntityType type, PartnerEntity entity, Optional<ImportedRecord> home) {
    UUID id = ids(type, entity, home).getFirst();
    ObjectNode body = entity.attributes().deepCopy();
    body.put("id", id.toString()).put("originType", "IMPORT");
    body.put("externalId", entity.id()).put("externalProvider", provider);
    home.ifPresent(h -> body.put(reference(h.type()), h.id().toString()));
    return ImportedRecord.fresh(type, entity, id, body);
  }

  /**
   * Returns the id of a record that an import creates, followed by the ids of earlier versions. It
   * is computed from user, parent, the partner's id and a key of the platform, so nobody else can
   * create it first.
   */
  private List<UUID> ids(EntityType type, PartnerEntity entity, Optional<ImportedRecord> home) {
    String place = home.map(h -> h.id().toString()).orElse("");
    String name = String.join("\n", provider, type.name(), place, entity.id());
    return List.of(
        Uuids.named(user, RecordSelection.cursor(records, name, "twin " + user)),
        Uuids.named(user, name));
  }

  private static String reference(EntityType type) {
    return type.equals(FARM) ? "farmId" : "organizationId";
  }

  /** A previously imported record that the caller can no longer access is not created again. */
  private void refuseForeign() {
    for (EntityType type : List.of(ORGANIZATION, FARM, FIELD)) {
      UUID[] fresh =
          planned.values().stream()
              .filter(record -> record.type().equals(type) && record.stored().isEmpty())
              .map(ImportedRecord::id)
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
        entity.name()
            + " has been imported before; its record is out of your reach now, stands elsewhere or"
            + " bears another identifier");
  }

  /** Stored records by the partner's id. */
  private static final class Known {
    private final UUID user;
    private final Map<String, List<StoredRecord>> byId;

    Known(UUID user, Map<String, List<StoredRecord>> byId) {
      this.user = user;
      this.byId = byId;
    }

    /**
     * Returns the record that an import of the user created, identified by id and creator, which
     * never change.
     */
    Optional<StoredRecord> own(PartnerEntity entity, List<UUID> ids) {
      return byId.getOrDefault(entity.id(), List.of()).stream()
          .filter(stored -> ids.contains(stored.id()))
          .filter(stored -> stored.provenance().originType().equals("IMPORT"))
          .filter(stored -> stored.provenance().createdByUserId().equals(Optional.of(user)))
          .min(Comparator.comparingInt(stored -> ids.indexOf(stored.id())));
    }

    List<UUID> ids(PartnerEntity entity) {
      return byId.getOrDefault(entity.id(), List.of()).stream().map(StoredRecord::id).toList();
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
    return new Known(user, found);
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
