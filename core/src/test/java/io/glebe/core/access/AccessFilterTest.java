package io.glebe.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.database.fixture.TestDatabase;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
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
 * For random grants and random owners in a real table, {@link AccessFilter#may} and {@link
 * AccessFilter#condition} select the same rows, for every form of ownership.
 */
class AccessFilterTest {
  private static final int ROWS = 120;
  private static final int CALLERS = 150;
  private static final OwnerColumns.Rest.Creator CREATOR =
      new OwnerColumns.Rest.Creator("t.creator", "t.client");
  private static final List<OwnerColumns.Rest> RESTS =
      List.of(
          CREATOR,
          new OwnerColumns.Rest.Account("t.account"),
          new OwnerColumns.Rest.Platform(),
          new OwnerColumns.Rest.Public());

  private static TestDatabase db;

  private final long seed = System.nanoTime();
  private final RandomRights rights = new RandomRights(seed, List.of("field", "task"));
  private final Map<Integer, Stored> rows = new HashMap<>();

  private record Stored(
      Optional<UUID> farm,
      Optional<UUID> organization,
      OwnerScope.OfCreator creator,
      String account) {}

  private record Bound(List<Object> values) implements SqlSink {
    @Override
    public String bind(Object value, String type) {
      values.add(value);
      return "$" + values.size() + "::" + type;
    }
  }

  @BeforeAll
  static void open() {
    db = TestDatabase.create();
    db.database()
        .query(
            "create table owned (id int, farm uuid, organization uuid, creator uuid, client text,"
                + " account text)")
        .await();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  private void store() {
    db.database().query("delete from owned").await();
    for (int id = 0; id < ROWS; id++) {
      Stored row =
          new Stored(
              rights.maybe(rights.farms),
              rights.maybe(rights.organizations),
              new OwnerScope.OfCreator(rights.maybe(rights.people), rights.maybe(rights.clients)),
              rights.one(rights.accounts));
      rows.put(id, row);
      Tuple values = Tuple.of(id, row.farm().orElse(null), row.organization().orElse(null));
      values.addValue(row.creator().user().orElse(null));
      values.addValue(row.creator().client().orElse(null)).addValue(row.account());
      db.database().query("insert into owned values ($1, $2, $3, $4, $5, $6)", values).await();
    }
  }

  private static OwnerScope owner(Stored row, OwnerColumns columns) {
    return switch (columns) {
      case OwnerColumns.OfPlatform of ->
          new OwnerScope.OfPlatform(of.maintainer().flatMap(column -> row.organization()));
      case OwnerColumns.Owned of -> {
        if (row.farm().isPresent()) {
          yield new OwnerScope.OfFarm(row.farm().get());
        }
        if (of.organization().isPresent() && row.organization().isPresent()) {
          yield new OwnerScope.OfOrganization(row.organization().get());
        }
        yield switch (of.rest()) {
          case OwnerColumns.Rest.Creator _ -> row.creator();
          case OwnerColumns.Rest.Account _ -> new OwnerScope.OfAccount(row.account());
          case OwnerColumns.Rest.Platform _ -> new OwnerScope.OfPlatform(Optional.empty());
          case OwnerColumns.Rest.Public _ -> new OwnerScope.OfPublic();
          case OwnerColumns.Rest.None _ -> throw new IllegalArgumentException("no such rows");
        };
      }
    };
  }

  private static List<OwnerColumns> tables() {
    List<OwnerColumns> tables = new ArrayList<>();
    for (OwnerColumns.Rest rest : RESTS) {
      tables.add(new OwnerColumns.Owned("t.farm", Optional.empty(), rest));
      tables.add(new OwnerColumns.Owned("t.farm", Optional.of("t.organization"), rest));
    }
    tables.add(new OwnerColumns.OfPlatform(Optional.empty()));
    tables.add(new OwnerColumns.OfPlatform(Optional.of("t.organization")));
    return tables;
  }

  private Set<Integer> decided(AccessFilter filter, OwnerColumns columns) {
    Set<Integer> ids = new TreeSet<>();
    rows.forEach(
        (id, row) -> {
          if (filter.may(owner(row, columns))) {
            ids.add(id);
          }
        });
    return ids;
  }

  private static Set<Integer> selected(String condition, Bound bound) {
    Set<Integer> ids = new TreeSet<>();
    String sql = "select t.id from owned t where " + condition;
    for (Row row : db.database().query(sql, Tuple.from(bound.values())).await()) {
      ids.add(row.getInteger(0));
    }
    return ids;
  }

  @Test
  void bothFormsOfTheDecisionSelectTheSameRows() {
    store();
    int partial = 0;
    for (int i = 0; i < CALLERS; i++) {
      Caller caller = rights.caller();
      AccessFilter filter = new AccessFilter(caller, rights.permission());
      for (OwnerColumns columns : tables()) {
        Bound bound = new Bound(new ArrayList<>());
        String condition = filter.condition(columns, bound);
        Set<Integer> expected = decided(filter, columns);
        assertThat(selected(condition, bound))
            .as(
                "seed %d, caller %d of kind %s, %s on %s: %s",
                seed, i, caller.kind(), filter.permission(), columns, condition)
            .isEqualTo(expected);
        partial += expected.isEmpty() || expected.size() == ROWS ? 0 : 1;
      }
    }
    assertThat(partial).as("seed %d: decisions between nothing and all", seed).isGreaterThan(100);
  }

  @Test
  void theConditionForOwnRowsAgreesWithTheCreatorsDecision() {
    store();
    for (int i = 0; i < CALLERS; i++) {
      Caller caller = rights.caller();
      Bound bound = new Bound(new ArrayList<>());
      Set<Integer> expected = new TreeSet<>();
      rows.forEach(
          (id, row) -> {
            if (row.creator().is(caller)) {
              expected.add(id);
            }
          });
      assertThat(selected(AccessibleScopes.createdBy(caller, CREATOR, bound), bound))
          .as("seed %d, caller %d of kind %s", seed, i, caller.kind())
          .isEqualTo(expected);
    }
  }
}
