package io.glebe.core.database.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.embedded.EmbeddedPostgres.Durability;
import io.glebe.core.folder.CacheFolder;
import io.glebe.core.folder.DataFolderLock.DataFolderInUse;
import io.glebe.core.folder.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {
  private static final Path CACHE = CacheFolder.ofUser();

  private static final String COMMITTED = "committed";
  private static final Duration CHILD_START = Duration.ofMinutes(3);

  @TempDir private Path data;

  /** Runs in the child process: commits a row, reports it, and waits to be killed. */
  static final class Child {
    public static void main(String[] args) throws Exception {
      EmbeddedPostgres server = EmbeddedPostgres.start(Path.of(args[0]), CACHE, Durability.SAFE);
      try (Connection connection = connect(server)) {
        connection
            .createStatement()
            .execute(
                "CREATE TABLE IF NOT EXISTS kept (n serial PRIMARY KEY, at timestamptz DEFAULT"
                    + " now())");
        connection.createStatement().execute("INSERT INTO kept DEFAULT VALUES");
      }
      Files.createFile(Path.of(args[0], COMMITTED));
      new CountDownLatch(1).await();
    }
  }

  private static Connection connect(EmbeddedPostgres server) throws SQLException {
    DatabaseAddress address = server.address();
    return DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
  }

  private static int count(EmbeddedPostgres server) throws SQLException {
    try (Connection connection = connect(server);
        var rows = connection.createStatement().executeQuery("SELECT count(*) FROM kept")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private Process child() throws IOException {
    Files.deleteIfExists(data.resolve(COMMITTED));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    Process child =
        new ProcessBuilder(
                List.of(
                    java,
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    classPath,
                    Child.class.getName(),
                    data.toString()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    await()
        .atMost(CHILD_START)
        .until(() -> !child.isAlive() || Files.exists(data.resolve(COMMITTED)));
    assertThat(child.isAlive()).as("the child process committed").isTrue();
    return child;
  }

  @Test
  void committedDataSurvivesAKilledProcess() throws Exception {
    for (int kills = 1; kills <= 2; kills++) {
      Process child = child();
      child.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
      try (EmbeddedPostgres server = EmbeddedPostgres.start(data, CACHE, Durability.SAFE)) {
        assertThat(count(server)).isEqualTo(kills);
      }
    }
  }

  @Test
  void committedDataSurvivesAKilledServer() throws Exception {
    Process child = child();
    long server =
        Long.parseLong(Files.readAllLines(data.resolve("postgres/postmaster.pid")).getFirst());
    child.destroyForcibly();
    ProcessHandle.of(server).ifPresent(ProcessHandle::destroyForcibly);
    child.waitFor(30, TimeUnit.SECONDS);
    try (EmbeddedPostgres again = EmbeddedPostgres.start(data, CACHE, Durability.SAFE)) {
      assertThat(count(again)).isEqualTo(1);
    }
  }

  @Test
  void aSecondProcessOnTheSameFolderIsRejectedWithThePidOfTheFirst() throws Exception {
    Process child = child();
    try {
      assertThatThrownBy(() -> EmbeddedPostgres.start(data, CACHE, Durability.SAFE))
          .isInstanceOf(DataFolderInUse.class)
          .hasMessageContaining(data.toString())
          .hasMessageContaining("pid " + child.pid());
    } finally {
      child.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
    }
    EmbeddedPostgres.start(data, CACHE, Durability.SAFE).close();
  }

  @Test
  void aPidFileOfAnotherProcessIsIgnored() throws Exception {
    EmbeddedPostgres.start(data, CACHE, Durability.NONE).close();
    Path pidFile = data.resolve("postgres/postmaster.pid");
    Files.writeString(
        pidFile,
        ProcessHandle.current().pid() + "\n" + data + "\n0\n5432\n\n127.0.0.1\n0 0\nready\n");
    try (EmbeddedPostgres server = EmbeddedPostgres.start(data, CACHE, Durability.NONE)) {
      assertThat(server.isAlive()).isTrue();
    }
  }

  @Test
  void theServerRequiresItsPasswordAndDoesNotExposeIt() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.start(data, CACHE, Durability.NONE)) {
      DatabaseAddress address = server.address();
      assertThatThrownBy(
              () -> DriverManager.getConnection(address.jdbcUrl(), address.user(), "guess"))
          .isInstanceOf(SQLException.class);
      assertThat(Files.getPosixFilePermissions(data.resolve("postgres/glebe.password")))
          .isEqualTo(Folders.PRIVATE_FILE);
      assertThat(address.toString()).doesNotContain(address.password());
    }
  }

  @Test
  void theFolderIsLockedOnceWithinTheSameProcess() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.start(data, CACHE, Durability.NONE)) {
      assertThatThrownBy(() -> EmbeddedPostgres.start(data, CACHE, Durability.NONE))
          .isInstanceOf(DataFolderInUse.class);
      assertThat(server.isAlive()).isTrue();
    }
  }

  @Test
  void filesOfAKilledInitialisationAreRemoved() throws Exception {
    Path files = Files.createDirectories(data.resolve("postgres-new-1/base"));
    Files.createFile(files.resolve("half"));
    Files.createFile(data.resolve("postgres-new-2.password"));
    EmbeddedPostgres.start(data, CACHE, Durability.NONE).close();
    assertThat(Folders.beginningWith(data, "postgres-new-")).isEmpty();
  }

  @Test
  void theErrorLineIsSelectedFromTheProgramOutput() {
    assertThat(
            ProgramOutput.of(
                List.of(
                    "The files belonging to this database system will be owned by user nobody.",
                    "running bootstrap script ... 2026-11-22 19:58 UTC [7] FATAL:  could not write"
                        + " to file \"base/4\": No space left on device",
                    "child process exited with exit code 1")))
        .isEqualTo("could not write to file \"base/4\": No space left on device");
    assertThat(ProgramOutput.of(List.of("killed"))).isEqualTo("killed");
    assertThat(ProgramOutput.of(List.of())).isEqualTo("it said nothing");
  }
}
