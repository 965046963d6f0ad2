package io.glebe.core.database.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.access.Caller;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.DatabaseFault;
import io.glebe.core.database.Migrations;
import io.glebe.core.record.RecordFixture;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers of earlier versions; all other tests use the embedded version. */
class PostgresVersionsTest {
  @TempDir private Path folder;

  @Test
  void aServerThatIsTooOldIsRefusedAtTheStart() throws Exception {
    try (PostgresProcess server = PostgresProcess.ofVersion(15, folder)) {
      DatabaseAddress address = DatabaseAddress.parse(server.url("glebe", "127.0.0.1", ""));
      assertThatThrownBy(() -> DatabaseFault.check(address))
          .isInstanceOf(DatabaseFault.class)
          .hasMessageContaining("is PostgreSQL 15.")
          .hasMessageContaining("Glebe needs 16 or newer");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 17})
  void recordsAreCreatedChangedAndDeletedOnAnOlderServer(int major) throws Exception {
    try (PostgresProcess server = PostgresProcess.ofVersion(major, folder)) {
      DatabaseAddress address = DatabaseAddress.parse(server.url("glebe", "127.0.0.1", ""));
      DatabaseFault.check(address);
      Migrations.apply(address);
      Vertx vertx = Vertx.vertx();
      try (Database database = Database.open(vertx, address, Settings.defaults());
          RecordFixture farm = new RecordFixture(database, () -> {})) {
        UUID viewer = UUID.randomUUID();
        UUID assignment = UUID.randomUUID();
        farm.user(viewer, "viewer");
        farm.system(
            "AccessAssignment",
            assignment,
            "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
                .formatted(viewer, farm.farm, farm.ownerRole));
        farm.patch("Farm", farm.farm, "{'name': 'Another name'}");
        farm.records
            .delete(
                WriteRequest.of(
                    Caller.system(), RecordFixture.type("AccessAssignment"), assignment))
            .await();
        assertThat(
                database
                    .query("select 1 from record.access_assignments where id = $1", assignment)
                    .await()
                    .size())
            .isZero();
      } finally {
        vertx.close().await();
      }
    }
  }
}
