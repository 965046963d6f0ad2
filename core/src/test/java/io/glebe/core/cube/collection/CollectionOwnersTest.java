package io.glebe.core.cube.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.access.Permission;
import io.glebe.core.access.RandomRights;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.database.fixture.TestDatabase;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * For random grants and random owners, reading one collection and reading a list give the same
 * decision.
 */
class CollectionOwnersTest {
  private static final int ROWS = 60;
  private static final int CALLERS = 200;

  private static TestDatabase db;

  @BeforeAll
  static void open() {
    db = TestDatabase.create();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  private static OwnerScope owner(RandomRights rights) {
    Optional<UUID> farm = rights.maybe(rights.farms);
    return farm.<OwnerScope>map(OwnerScope.OfFarm::new)
        .or(() -> rights.maybe(rights.organizations).map(OwnerScope.OfOrganization::new))
        .orElseGet(OwnerScope.OfPublic::new);
  }

  private static List<CubeCollection> listed(AccessFilter filter) {
    return db.database()
        .inTransaction(tx -> CollectionRows.readable(tx, filter, "", 10 * ROWS))
        .await();
  }

  @Test
  void oneCollectionAndAListGetTheSameDecision() {
    long seed = System.nanoTime();
    RandomRights rights = new RandomRights(seed, List.of("data"));
    db.database()
        .inTransaction(
            tx -> {
              for (int i = 0; i < ROWS; i++) {
                CollectionRows.insert(tx, "c" + i, owner(rights), false, "{}");
              }
              return ROWS;
            })
        .await();
    Permission read = new Permission("data", Action.READ);
    List<CubeCollection> all = listed(new AccessFilter(Caller.system(), read));
    assertThat(all).hasSize(ROWS);
    int partial = 0;
    for (int i = 0; i < CALLERS; i++) {
      AccessFilter filter = new AccessFilter(rights.caller(), rights.permission());
      List<String> may =
          all.stream().filter(c -> filter.may(c.owner())).map(CubeCollection::id).toList();
      assertThat(listed(filter).stream().map(CubeCollection::id).toList())
          .as("seed %d, caller %d, %s", seed, i, filter.permission())
          .isEqualTo(may);
      partial += may.isEmpty() || may.size() == ROWS ? 0 : 1;
    }
    assertThat(partial).as("seed %d: decisions between nothing and all", seed).isPositive();
  }
}
