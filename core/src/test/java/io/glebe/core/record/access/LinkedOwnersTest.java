package io.glebe.core.record.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.access.RandomRights;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Sql;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * For random grants and random owners in the real tables, the list of users, of organizations and
 * of the audit log has the records whose owners {@link AccessFilter#may} admits.
 */
class LinkedOwnersTest {
  private static final int ROWS = 60;
  private static final int CALLERS = 120;
  private static final List<String> ENTITIES = List.of("Task", "User", "CodeMapping");

  private static TestDatabase db;

  private final long seed = System.nanoTime();
  private final RandomRights rights =
      new RandomRights(seed, List.of("auditLog", "user", "organization", "task", "codeMapping"));

  @BeforeAll
  static void open() {
    db = TestDatabase.create();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  private static EntityType type(String name) {
    return Catalogue.standard().get(name);
  }

  private static void insert(
      String entity,
      UUID id,
      Optional<UUID> farm,
      Optional<UUID> organization,
      Optional<UUID> creator,
      JsonObject doc) {
    Tuple values = Tuple.of(id, farm.orElse(null), organization.orElse(null), doc);
    db.database()
        .query(
            "insert into "
                + RecordTable.of(type(entity)).name()
                + " (id, farm_id, organization_id, doc, version, created_at, updated_at,"
                + " origin_type, created_by_user_id)"
                + " values ($1, $2, $3, $4, 1, now(), now(), 'USER', $5)",
            values.addValue(creator.orElse(null)))
        .await();
  }

  private static void link(String reference, UUID source, UUID target) {
    db.database()
        .query(
            "insert into record.link values ($1, $2, $3) on conflict do nothing",
            reference,
            source,
            target)
        .await();
  }

  private static Set<UUID> listed(EntityType type, ReadReach reach) {
    Sql sql = new Sql().add("select t.id from " + RecordTable.of(type).name() + " t where ");
    ReachSql.condition(sql, type, reach);
    Set<UUID> ids = new HashSet<>();
    for (Row row : db.database().query(sql.text(), sql.values()).await()) {
      ids.add(row.getUUID(0));
    }
    return ids;
  }

  private static Optional<ReadReach> reach(Caller caller, EntityType type) {
    try {
      return Optional.of(ReadReach.of(caller, type));
    } catch (Problem refusal) {
      return Optional.empty();
    }
  }

  /** The list, whole and in the two parts of a feed, has exactly the records which pass. */
  private <R> void assertListed(String entity, Map<UUID, R> stored, BiPredicate<Caller, R> may) {
    EntityType type = type(entity);
    int partial = 0;
    for (int i = 0; i < CALLERS; i++) {
      Caller caller = rights.caller();
      Optional<ReadReach> reach = reach(caller, type);
      if (reach.isEmpty()) {
        continue;
      }
      Set<UUID> expected = new HashSet<>();
      stored.forEach(
          (id, record) -> {
            if (may.test(caller, record)) {
              expected.add(id);
            }
          });
      assertThat(listed(type, reach.get()))
          .as("seed %d, caller %d of kind %s", seed, i, caller.kind())
          .isEqualTo(expected);
      Set<UUID> members = new HashSet<>(rights.farms.subList(0, 2));
      members.add(rights.organizations.getFirst());
      members.add(rights.people.getFirst());
      Set<UUID> parts = listed(type, reach.get().within(members, true));
      parts.addAll(listed(type, reach.get().within(members, false)));
      assertThat(parts).as("seed %d, caller %d, in two parts", seed, i).isEqualTo(expected);
      partial += expected.isEmpty() || expected.size() == stored.size() ? 0 : 1;
    }
    assertThat(partial).as("seed %d: lists between nothing and all", seed).isGreaterThan(5);
  }

  private static AccessFilter reading(Caller caller, String entity) {
    return new AccessFilter(caller, RecordAccess.permission(type(entity), Action.READ));
  }

  @Test
  void aUserBelongsToThePersonToOrganizationsAndToFarms() {
    Map<UUID, OwnerScope> users = new HashMap<>();
    for (int i = 0; i < ROWS; i++) {
      UUID id = i < rights.people.size() ? rights.people.get(i) : UUID.randomUUID();
      List<OwnerScope> owners = new ArrayList<>(List.of(new OwnerScope.OfPerson(id)));
      insert(
          EntityNames.USER,
          id,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new JsonObject());
      rights
          .maybe(rights.organizations)
          .ifPresent(
              organization -> {
                link("User.organizationIds", id, organization);
                owners.add(new OwnerScope.OfOrganization(organization));
              });
      rights
          .maybe(rights.farms)
          .ifPresent(
              farm -> {
                UUID assignment = UUID.randomUUID();
                insert(
                    EntityNames.ACCESS_ASSIGNMENT,
                    assignment,
                    Optional.of(farm),
                    Optional.empty(),
                    Optional.empty(),
                    new JsonObject());
                link("AccessAssignment.userId", assignment, id);
                owners.add(new OwnerScope.OfFarm(farm));
              });
      users.put(id, new OwnerScope.OfSeveral(owners));
    }

    assertListed(
        EntityNames.USER, users, (caller, owner) -> reading(caller, EntityNames.USER).may(owner));
  }

  @Test
  void anOrganizationWithoutFarmsBelongsToItsCreatorToo() {
    Map<UUID, OwnerScope> organizations = new HashMap<>();
    for (int i = 0; i < ROWS; i++) {
      UUID id = i < rights.organizations.size() ? rights.organizations.get(i) : UUID.randomUUID();
      Optional<UUID> creator = rights.maybe(rights.people);
      List<OwnerScope> owners = new ArrayList<>(List.of(new OwnerScope.OfOrganization(id)));
      insert(
          EntityNames.ORGANIZATION,
          id,
          Optional.empty(),
          Optional.of(id),
          creator,
          new JsonObject());
      if (i % 2 == 0) {
        insert(
            "Farm",
            UUID.randomUUID(),
            Optional.empty(),
            Optional.of(id),
            Optional.empty(),
            new JsonObject());
      } else {
        creator.ifPresent(person -> owners.add(new OwnerScope.OfPerson(person)));
      }
      organizations.put(id, new OwnerScope.OfSeveral(owners));
    }

    assertListed(
        EntityNames.ORGANIZATION,
        organizations,
        (caller, owner) -> reading(caller, EntityNames.ORGANIZATION).may(owner));
  }

  /**
   * An audit entry.
   *
   * @param reported organizations that may read it as {@code NotifiedOrganizations} says
   * @param readers persons that may read it without a role
   */
  private record Entry(
      String entity,
      String action,
      UUID subject,
      Optional<UUID> farm,
      Optional<UUID> organization,
      Optional<UUID> creator,
      Optional<UUID> reported,
      Optional<UUID> readers) {

    boolean withoutOwner() {
      return farm.isEmpty() && organization.isEmpty();
    }

    boolean ofPerson() {
      return entity.equals(EntityNames.USER);
    }

    /** Owners that need the permission on the entity as well. */
    List<OwnerScope> shared() {
      List<OwnerScope> owners = new ArrayList<>();
      if (!ofPerson() || action.equals("DELETE")) {
        farm.map(OwnerScope.OfFarm::new).ifPresent(owners::add);
        organization
            .filter(id -> farm.isEmpty())
            .map(OwnerScope.OfOrganization::new)
            .ifPresent(owners::add);
      }
      reported.map(OwnerScope.OfOrganization::new).ifPresent(owners::add);
      return owners;
    }

    /** Owners that need the permission on the audit log alone. */
    List<OwnerScope> auditLogOwners() {
      List<OwnerScope> owners = new ArrayList<>();
      readers.map(OwnerScope.OfPerson::new).ifPresent(owners::add);
      if (ofPerson() || withoutOwner()) {
        creator.map(OwnerScope.OfPerson::new).ifPresent(owners::add);
      }
      if (ofPerson()) {
        owners.add(new OwnerScope.OfPerson(subject));
      }
      if (withoutOwner() && entity.equals("CodeMapping")) {
        owners.add(new OwnerScope.OfPlatform(Optional.empty()));
      }
      return owners;
    }

    boolean isReadableFor(Caller caller) {
      AccessFilter log = reading(caller, EntityNames.AUDIT_LOG);
      AccessFilter record = reading(caller, entity);
      return log.may(new OwnerScope.OfSeveral(auditLogOwners()))
          || shared().stream().anyMatch(owner -> log.may(owner) && record.may(owner));
    }
  }

  private Entry entry() {
    return new Entry(
        rights.one(ENTITIES),
        rights.one(List.of("UPDATE", "DELETE")),
        rights.one(rights.people),
        rights.maybe(rights.farms),
        rights.maybe(rights.organizations),
        rights.maybe(rights.people),
        rights.maybe(rights.organizations),
        rights.maybe(rights.people));
  }

  @Test
  void anAuditEntryBelongsToTheOwnersOfTheRecordAndToItsReaders() {
    assertThat(AuditShares.platformEntities()).contains("CodeMapping").doesNotContain("Task");
    Map<UUID, Entry> entries = new HashMap<>();
    for (int i = 0; i < ROWS; i++) {
      UUID id = UUID.randomUUID();
      Entry entry = entry();
      entries.put(id, entry);
      JsonObject doc =
          new JsonObject()
              .put("entityType", entry.entity())
              .put("action", entry.action())
              .put("entityId", entry.subject().toString());
      insert(EntityNames.AUDIT_LOG, id, entry.farm(), entry.organization(), entry.creator(), doc);
      for (Optional<UUID> reader : List.of(entry.reported(), entry.readers())) {
        reader.ifPresent(
            it ->
                db.database()
                    .query("insert into record.audit_reader values ($1, $2)", id, it)
                    .await());
      }
    }

    assertListed(EntityNames.AUDIT_LOG, entries, (caller, entry) -> entry.isReadableFor(caller));
  }
}
