package io.glebe.core.record.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OwnerColumns;
import io.glebe.core.access.Permission;
import io.glebe.core.access.RandomRights;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Sql;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For random grants and random owners in the real record tables, reading one record and reading a
 * list give the same decision.
 */
class RecordOwnersTest {
  private static final int ROWS = 60;
  private static final int CALLERS = 80;
  private static final String INSERT =
      " (id, farm_id, organization_id, doc, version, created_at, updated_at, origin_type,"
          + " created_by_user_id, client_id) values ($1, $2, $3, $6, 1, now(), now(), 'USER', $4,"
          + " $5)";

  private static TestDatabase db;

  private final long seed = System.nanoTime();

  @BeforeAll
  static void open() {
    db = TestDatabase.create();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  private static boolean allowsNoOwner(EntityType type) {
    return RecordAccess.decidedByScope(type)
        && !(RecordOwnerColumns.of(type) instanceof OwnerColumns.Owned owned
            && owned.rest() instanceof OwnerColumns.Rest.None);
  }

  private static void store(EntityType type, RandomRights rights) {
    String insert = "insert into " + RecordTable.of(type).name() + INSERT;
    boolean farms = !RecordAccess.isPlatform(type);
    for (int i = 0; i < ROWS; i++) {
      Optional<UUID> farm = farms ? rights.maybe(rights.farms) : Optional.empty();
      Optional<UUID> organization = rights.maybe(rights.organizations);
      if (farm.isEmpty() && organization.isEmpty() && !allowsNoOwner(type)) {
        farm = Optional.of(rights.one(rights.farms));
      }
      Tuple values = Tuple.of(UUID.randomUUID(), farm.orElse(null), organization.orElse(null));
      values.addValue(rights.maybe(rights.people).orElse(null));
      values.addValue(rights.maybe(rights.clients).orElse(null));
      values.addValue(new JsonObject().put("userId", rights.one(rights.people).toString()));
      db.database().query(insert, values).await();
    }
  }

  private static List<StoredRecord> rows(EntityType type, Sql condition) {
    String sql =
        "select "
            + StoredRecord.COLUMNS
            + " from "
            + RecordTable.of(type).name()
            + " t where "
            + condition.text();
    List<StoredRecord> records = new ArrayList<>();
    for (Row row : db.database().query(sql, condition.values()).await()) {
      records.add(StoredRecord.of(row));
    }
    return records;
  }

  private static Set<UUID> ids(List<StoredRecord> records) {
    Set<UUID> ids = new HashSet<>();
    records.forEach(record -> ids.add(record.id()));
    return ids;
  }

  private static Set<UUID> readable(Caller caller, EntityType type, List<StoredRecord> all) {
    return ids(all.stream().filter(record -> RecordAccess.mayRead(caller, type, record)).toList());
  }

  private static Set<UUID> listed(EntityType type, ReadReach reach) {
    Sql condition = new Sql();
    ReachSql.condition(condition, type, reach);
    return ids(rows(type, condition));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Field",
        "Region",
        "Address",
        "Product",
        "Role",
        "DataType",
        "Certification",
        "ProcessingService",
        "CodeMapping",
        "ProcessingJob",
        "ProcessingJobInput",
        "Result",
        "AccessAssignment"
      })
  void oneRecordAndAListGetTheSameDecision(String entity) {
    EntityType type = Catalogue.standard().get(entity);
    assertThat(RecordAccess.namesItsOwners(type)).isTrue();
    RandomRights rights = new RandomRights(seed, List.of(type.prefix()));
    store(type, rights);
    List<StoredRecord> all = rows(type, new Sql().add("true"));
    int partial = 0;
    for (int i = 0; i < CALLERS; i++) {
      Caller caller = rights.caller();
      Set<UUID> readable = readable(caller, type, all);
      Permission read = RecordAccess.permission(type, Action.READ);
      boolean asSelf = RecordAccess.ownsItself(type) && Access.mayAsSelf(caller, read);
      if (!Access.mayAnywhere(caller, read) && !asSelf) {
        assertThat(readable).as("seed %d, caller %d", seed, i).isEmpty();
        continue;
      }
      ReadReach reach = ReadReach.of(caller, type);
      assertThat(listed(type, reach)).as("seed %d, caller %d", seed, i).isEqualTo(readable);
      partial += readable.isEmpty() || readable.size() == all.size() ? 0 : 1;
      // a feed splits the accessible owners by the sets of a cursor; the two parts are complete
      Set<UUID> members = new HashSet<>(rights.farms.subList(0, 2));
      members.add(rights.organizations.getFirst());
      caller.userId().ifPresent(members::add);
      Set<UUID> parts = listed(type, reach.within(members, true));
      parts.addAll(listed(type, reach.within(members, false)));
      assertThat(parts).as("seed %d, caller %d, in two parts", seed, i).isEqualTo(readable);
    }
    boolean platform = type.reaches().getFirst() instanceof OwnerPath.OfPlatform;
    assertThat(partial > 0 || platform).as("seed %d: some records are readable", seed).isTrue();
  }
}
