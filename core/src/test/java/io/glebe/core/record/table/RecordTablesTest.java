package io.glebe.core.record.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.catalogue.DependencyOrder;
import io.glebe.core.database.fixture.TestDatabase;
import io.vertx.sqlclient.Row;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class RecordTablesTest {
  private static final TestDatabase DB = TestDatabase.create();

  @AfterAll
  static void close() {
    DB.close();
  }

  @Test
  void everyEntityOfTheCatalogueHasATable() {
    Set<String> tables =
        strings(
            "select 'record.' || table_name from information_schema.columns where table_schema ="
                + " 'record' and column_name = 'doc'");
    Set<String> declared = new TreeSet<>();
    RecordTable.inOrder().forEach(table -> declared.add(table.name()));
    assertThat(tables).isEqualTo(declared).hasSize(49);
  }

  @Test
  void everyCollectionHasAFeedClock() {
    assertThat(strings("select collection from record.feed_clock"))
        .isEqualTo(new TreeSet<>(DependencyOrder.standard().paths()));
  }

  private static Set<String> strings(String sql) {
    Set<String> all = new TreeSet<>();
    for (Row row : DB.database().query(sql).await()) {
      all.add(row.getString(0));
    }
    return all;
  }
}
