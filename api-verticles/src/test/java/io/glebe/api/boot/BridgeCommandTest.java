package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions at outside brokers are listed, and those without a process are ended. */
class BridgeCommandTest {
  private static final Database DATABASE =
      TestPlatform.shared().platform().infrastructure().database();

  @TempDir private Path folder;

  private Glebe.CommandResult bridge(String... options) throws IOException {
    String database =
        TestPlatform.shared()
            .platform()
            .infrastructure()
            .settings()
            .get(StorageSettings.DATABASE_URL)
            .orElseThrow();
    Files.writeString(
        folder.resolve("glebe.properties"), StorageSettings.DATABASE_URL.name() + "=" + database);
    return Glebe.run(
        Stream.concat(Stream.of("bridge", "--data", folder.toString()), List.of(options).stream())
            .toArray(String[]::new));
  }

  private static String session(String age) {
    String id = "glebe-" + UUID.randomUUID();
    DATABASE
        .query(
            "insert into sensor.bridge_session values ('mqtt://none', $1, 'one', now() - '"
                + age
                + "'::interval)",
            id)
        .await();
    return id;
  }

  private static boolean isEnded(String id) {
    return DATABASE
        .query(
            "select seen_at = '-infinity' as ended from sensor.bridge_session where client_id = $1",
            id)
        .await()
        .iterator()
        .next()
        .getBoolean("ended");
  }

  @Test
  void sessionsAreListedAndThoseWithoutAProcessAreEnded() throws IOException {
    String used = session("1 second");
    String abandoned = session("40 seconds");
    String list = bridge().out();
    assertThat(list.lines().filter(line -> line.contains(used)))
        .singleElement()
        .asString()
        .contains("mqtt://none", "one")
        .doesNotContain("gone");
    assertThat(list.lines().filter(line -> line.contains(abandoned)))
        .singleElement()
        .asString()
        .contains("its process is gone");

    Glebe.CommandResult refused = bridge("--end", used);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("has given a sign just now");
    assertThat(isEnded(used)).isFalse();

    assertThat(bridge("--end", abandoned).code()).isZero();
    assertThat(isEnded(abandoned)).isTrue();
    assertThat(bridge().out()).contains("ended by a command");
    DATABASE.query("delete from sensor.bridge_session where broker = 'mqtt://none'").await();
  }

  @Test
  void aFolderWithoutADatabaseIsNamed() {
    Glebe.CommandResult result = Glebe.run("bridge", "--data", folder.toString());
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("no database runs in");
  }
}
