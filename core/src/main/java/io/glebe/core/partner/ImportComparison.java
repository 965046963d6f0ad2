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
 * Sets a harvest beside the records that stand for it: of organizations and farms those which an
 * import of this person made, or which the person names; a field is found by the partner's
 * identifier within its farm. A record that others made is never taken for its identifier alone,
 * since anybody can write that and put the record into the person's reach. Blocking; one use.
 */
final class ImportComparison {
  static final EntityType ORGANIZATION = Catalogue.standard().get("Organization");
  static final EntityType FARM = Catalogue.standard().get("Farm");
  static final EntityType FIELD = Catalogue.standard().get("Field");

  private static final Set<Permission> OWNER =
      StarterRoles.standard().role("OWNER").permissions().stream()
          .map(Permission::of)
          .collect(Collectors.toUnmodifiableSet());

  /** A field without an active boundary, which no Field can be made of. */
  record Skipped(PartnerEntity entity, String why) {}

  /** A farm that is about to be made, and the organization that is made with it. */
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

  /** The records of the harvest, organizations first, fields last. */
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

  /** Farms which the person names lie in an organization already. */
  private static boolean isNeeded(PartnerSnapshot.FarmData estate) {
    return estate.farms().isEmpty()
        || estate.farms().stream()
            .anyMatch(holding -> holding.into().flatMap(Selection.Into::record).isEmpty());
  }

  /** The record that is there for it: the one that is named, or that of an earlier import. */
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

  /** Fields that were left out. */
  List<Skipped> skipped() {
    return List.copyOf(skipped);
  }

  /**
   * The caller as the owner of the farms that are about to be made, which is what making them comes
   * to. Their ids are fresh, so this opens nothing that exists.
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

  /**
   * Records out of the person's imports which bear the same identifier as this one that is about to
   * be made.
   */
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
   * A farm on which the person works may be the one that is meant, imported by a colleague: whether
   * it is, the person says. Farms to which he has only been added do not stand in the way.
   */
  private void refuseSecond(ImportedRecord farm) {
    Set<UUID> alike = Set.copyOf(others(farm.id()));
    records.worked(caller, alike).await().stream()
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
   * The id of a record that an import makes, and the one that imports gave before. It follows from
   * person, place and partner's id, and from a key of the platform: nobody else can take it first.
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

  /** A record made before that the caller does not reach any more is not made a second time. */
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

    /** The one that an import of the person made, which id and maker say; neither ever changes. */
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
