package io.glebe.core.sensor.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.access.RandomRights;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.SensorModel;
import io.vertx.sqlclient.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * For random grants and random owners, reading one thing and reading a list give the same decision.
 */
class SensorOwnersTest {
  private static final int ROWS = 80;
  private static final int CALLERS = 200;

  private static TestDatabase db;

  private record ThingOwner(Optional<UUID> farm, String account) {}

  @BeforeAll
  static void open() {
    db = TestDatabase.create();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  @Test
  void oneThingAndAListGetTheSameDecision() {
    long seed = System.nanoTime();
    Permission read = new Permission(SensorModel.THING.permission(), Action.READ);
    RandomRights rights = new RandomRights(seed, List.of(read.entity()));
    Map<Long, ThingOwner> things = store(rights);
    int partial = 0;
    for (int i = 0; i < CALLERS; i++) {
      Caller caller = rights.caller();
      Set<Long> readable = new TreeSet<>();
      things.forEach(
          (id, owner) -> {
            if (SensorAccess.may(caller, read, owner.farm(), owner.account())) {
              readable.add(id);
            }
          });
      SqlText text = new SqlText();
      String condition = new SensorAccessFilter(caller).of(SensorModel.THING, "t", text);
      Set<Long> listed = new TreeSet<>();
      String sql = "select t.id from sensor.thing t where " + condition;
      for (Row row : db.database().query(sql, text.tuple()).await()) {
        listed.add(row.getLong(0));
      }
      assertThat(listed).as("seed %d, caller %d: %s", seed, i, condition).isEqualTo(readable);
      partial += readable.isEmpty() || readable.size() == things.size() ? 0 : 1;
    }
    assertThat(partial).as("seed %d: decisions between nothing and all", seed).isPositive();
  }

  private static Map<Long, ThingOwner> store(RandomRights rights) {
    Map<Long, ThingOwner> things = new HashMap<>();
    for (int i = 0; i < ROWS; i++) {
      ThingOwner owner = new ThingOwner(rights.maybe(rights.farms), rights.one(rights.accounts));
      Row row =
          db.database()
              .query(
                  "insert into sensor.thing (farm_id, owner, name, description) values ($1, $2, 'n',"
                      + " 'd') returning id",
                  owner.farm().orElse(null),
                  owner.account())
              .await()
              .iterator()
              .next();
      things.put(row.getLong(0), owner);
    }
    return things;
  }
}
