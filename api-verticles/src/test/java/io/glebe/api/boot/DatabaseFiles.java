package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.database.Migrations;
import io.glebe.core.database.embedded.EmbeddedPostgres;
import io.glebe.core.database.embedded.EmbeddedPostgres.Durability;
import io.glebe.core.folder.CacheFolder;
import io.glebe.core.folder.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of a database with the whole schema and no rows. They are made once in a process of
 * tests and copied for each platform whose first start is not what its test is about.
 */
final class DatabaseFiles {
  private static Optional<Path> made = Optional.empty();

  private DatabaseFiles() {}

  /** Copies the files to a data folder that is new and has no database elsewhere. */
  static void copyTo(Path data, Map<String, String> environment) throws IOException {
    if (environment.containsKey("GLEBE_DATABASE_URL") || !isNew(data)) {
      return;
    }
    Files.createDirectories(data);
    Process copy =
        new ProcessBuilder("cp", "-a", files().resolve("postgres").toString(), data.toString())
            .inheritIO()
            .start();
    assertThat(copy.onExit().join().exitValue()).isZero();
  }

  private static boolean isNew(Path data) throws IOException {
    if (Files.notExists(data)) {
      return true;
    }
    try (Stream<Path> content = Files.list(data)) {
      return content.findAny().isEmpty();
    }
  }

  private static synchronized Path files() throws IOException {
    if (made.isEmpty()) {
      Path folder = Files.createTempDirectory("glebe-database-files-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      try (EmbeddedPostgres server =
          EmbeddedPostgres.start(folder, CacheFolder.ofUser(), Durability.NONE)) {
        Migrations.apply(server.address());
      }
      made = Optional.of(folder);
    }
    return made.get();
  }

  private static void delete(Path folder) {
    try {
      Folders.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
