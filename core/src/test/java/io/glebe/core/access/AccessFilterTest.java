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
      String account,
      Optional<UUID> person,
      List<Link> links) {}

  /** Links a row to other owners. */
  private record Link(Optional<UUID> farm, Optional<UUID> organization, Optional<UUID> person) {}

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
                + " account text, person uuid)")
        .await();
    db.database()
        .query("create table link (owned int, farm uuid, organization uuid, person uuid)")
        .await();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  private void store() {
    db.database().query("delete from owned").await();
    db.database().query("delete from link").await();
    for (int id = 0; id < ROWS; id++) {
      Stored row =
          new Stored(
              rights.maybe(rights.farms),
              rights.maybe(rights.organizations),
              new OwnerScope.OfCreator(rights.maybe(rights.people), rights.maybe(rights.clients)),
              rights.one(rights.accounts),
              rights.maybe(rights.people),
              List.of(link(), link()));
      rows.put(id, row);
      Tuple values = Tuple.of(id, row.farm().orElse(null), row.organization().orElse(null));
      values.addValue(row.creator().user().orElse(null));
      values.addValue(row.creator().client().orElse(null)).addValue(row.account());
      values.addValue(row.person().orElse(null));
      db.database().query("insert into owned values ($1, $2, $3, $4, $5, $6, $7)", values).await();
      for (Link link : row.links()) {
        Tuple ends = Tuple.of(id, link.farm().orElse(null), link.organization().orElse(null));
        ends.addValue(link.person().orElse(null));
        db.database().query("insert into link values ($1, $2, $3, $4)", ends).await();
      }
    }
  }

  private Link link() {
    return new Link(
        rights.maybe(rights.farms),
        rights.maybe(rights.organizations),
        rights.maybe(rights.people));
  }

  /** The owners that the columns name in the row. */
  private static List<OwnerScope> owners(int id, Stored row, OwnerColumns columns) {
    return switch (columns) {
      case OwnerColumns.OfPerson _ ->
          row.person().<OwnerScope>map(OwnerScope.OfPerson::new).stream().toList();
      case OwnerColumns.Where where -> id % 3 == 0 ? owners(id, row, where.columns()) : List.of();
      case OwnerColumns.Linked links ->
          row.links().stream().flatMap(link -> owner(link, links.owners()).stream()).toList();
      case OwnerColumns.Several several ->
          List.of(
              new OwnerScope.OfSeveral(
                  several.owners().stream()
                      .flatMap(part -> owners(id, row, part).stream())
                      .toList()));
      case OwnerColumns.OfPlatform of ->
          List.of(new OwnerScope.OfPlatform(of.maintainer().flatMap(column -> row.organization())));
      case OwnerColumns.Owned of -> List.of(owner(row, of));
    };
  }

  private static Optional<OwnerScope> owner(Link link, OwnerColumns.Linked.Owners owners) {
    return switch (owners) {
      case FARMS -> link.farm().map(OwnerScope.OfFarm::new);
      case ORGANIZATIONS -> link.organization().map(OwnerScope.OfOrganization::new);
      case PERSON -> link.person().map(OwnerScope.OfPerson::new);
    };
  }

  private static OwnerScope owner(Stored row, OwnerColumns.Owned columns) {
    if (row.farm().isPresent()) {
      return new OwnerScope.OfFarm(row.farm().get());
    }
    if (columns.organization().isPresent() && row.organization().isPresent()) {
      return new OwnerScope.OfOrganization(row.organization().get());
    }
    return switch (columns.rest()) {
      case OwnerColumns.Rest.Creator _ -> row.creator();
      case OwnerColumns.Rest.Account _ -> new OwnerScope.OfAccount(row.account());
      case OwnerColumns.Rest.Platform _ -> new OwnerScope.OfPlatform(Optional.empty());
      case OwnerColumns.Rest.Public _ -> new OwnerScope.OfPublic();
      case OwnerColumns.Rest.None _ -> throw new IllegalArgumentException("no such rows");
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
    List<OwnerColumns> shared = new ArrayList<>();
    shared.add(new OwnerColumns.OfPerson("t.person", "uuid"));
    shared.add(new OwnerColumns.OfPerson("t.person::text", "text"));
    for (OwnerColumns.Linked.Owners owners : OwnerColumns.Linked.Owners.values()) {
      String column =
          switch (owners) {
            case FARMS -> "l.farm";
            case ORGANIZATIONS -> "l.organization";
            case PERSON -> "l.person";
          };
      shared.add(new OwnerColumns.Linked(owners, column, "link l where l.owned = t.id"));
    }
    tables.addAll(shared);
    shared.add(tables.getFirst());
    tables.add(new OwnerColumns.Several(shared));
    shared.replaceAll(columns -> new OwnerColumns.Where("t.id = 0 or t.id % 3 = 0", columns));
    tables.addAll(shared);
    tables.add(new OwnerColumns.Several(shared));
    return tables;
  }

  private Set<Integer> decided(AccessFilter filter, OwnerColumns columns) {
    Set<Integer> ids = new TreeSet<>();
    rows.forEach(
        (id, row) -> {
          if (owners(id, row, columns).stream().anyMatch(filter::may)) {
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
