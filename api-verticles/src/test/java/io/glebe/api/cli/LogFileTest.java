package io.glebe.api.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.boot.Glebe;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LogFileTest {
  private static final Logger LOG = LoggerFactory.getLogger(LogFileTest.class);

  @TempDir private Path data;

  private Settings settings(String bytes) {
    return Settings.defaults()
        .with(ProcessSettings.DATA_DIR, data.toString())
        .with(ProcessSettings.LOG_FILE_BYTES, bytes)
        .with(ProcessSettings.LOG_FILES, "2");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(LogFile.current(data).getParent())) {
      return files.sorted().toList();
    }
  }

  @Test
  void linesFromBeforeTheFileAreInItAndOnlyItsOwnerMayReadThem() throws IOException {
    String word = UUID.randomUUID().toString();
    try (LogFile log = new LogFile()) {
      LOG.info("early {}", word);
      log.open(settings("10M"));
      LOG.info("late {}", word);
    }
    LOG.info("after {}", word);
    assertThat(Files.readString(LogFile.current(data)))
        .contains("early " + word)
        .contains("late " + word)
        .doesNotContain("after " + word);
    assertThat(Files.getPosixFilePermissions(LogFile.current(data).getParent()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(LogFile.current(data)))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aWarningReachesTheFileAtOnceAndEverythingSoonAfter() throws IOException {
    String word = UUID.randomUUID().toString();
    try (LogFile log = new LogFile()) {
      log.open(settings("10M"));
      LOG.warn("test of a warning {}", word);
      assertThat(Files.readString(LogFile.current(data))).contains("warning " + word);
      LOG.info("quiet {}", word);
      await().until(() -> Files.readString(LogFile.current(data)).contains("quiet " + word));
    }
  }

  @Test
  void theFilesAreBounded() throws IOException {
    try (LogFile log = new LogFile()) {
      log.open(settings("20k"));
      await()
          .until(
              () -> {
                IntStream.range(0, 100).forEach(n -> LOG.info("line {} {}", n, "x".repeat(100)));
                return files().size() == 3 && Files.size(LogFile.rolled(data, 2)) > 0;
              });
      String oldest = Files.readString(LogFile.rolled(data, 2));
      await()
          .until(
              () -> {
                IntStream.range(0, 100).forEach(n -> LOG.info("line {} {}", n, "y".repeat(100)));
                return !Files.readString(LogFile.rolled(data, 2)).equals(oldest);
              });
      assertThat(files()).hasSize(3);
    }
  }

  @Test
  void noFileIsWrittenWhereNoneIsWanted() throws IOException {
    try (LogFile log = new LogFile()) {
      log.open(settings("0"));
      LOG.info("nowhere");
    }
    assertThat(data).isEmptyDirectory();
    Glebe.CommandResult output = Glebe.run("logs", "--data", data.toString());
    assertThat(output.code()).isEqualTo(1);
    assertThat(output.err()).hasLineCount(1).contains("there is no log in " + data);
  }

  private void write(Path file, int from, int to) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, IntStream.range(from, to).mapToObj(n -> "line " + n).toList());
  }

  @Test
  void theLastLinesGoBackThroughTheFiles() throws IOException {
    write(LogFile.rolled(data, 2), 0, 10);
    write(LogFile.rolled(data, 1), 10, 20);
    write(LogFile.current(data), 20, 23);
    String folder = data.toString();
    assertThat(Glebe.run("logs", "-n", "2", "--data", folder).out()).isEqualTo("line 21\nline 22");
    assertThat(Glebe.run("logs", "--lines=14", "--data", folder).out().lines())
        .hasSize(14)
        .startsWith("line 9", "line 10")
        .endsWith("line 22");
    assertThat(Glebe.run("logs", "--data", folder).out().lines()).hasSize(23);
  }

  @Test
  void followingGoesOnWithTheNextFile() throws Exception {
    write(LogFile.current(data), 0, 5);
    StringWriter output = new StringWriter();
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  try (LogReader log = new LogReader(data, new PrintWriter(output))) {
                    log.last(1);
                    log.follow();
                  } catch (IOException | InterruptedException e) {
                    output.write("ended");
                  }
                });
    try {
      await().until(() -> output.toString().equals("line 4\n"));
      Files.writeString(LogFile.current(data), "line 5\n", java.nio.file.StandardOpenOption.APPEND);
      Files.move(LogFile.current(data), LogFile.rolled(data, 1));
      write(LogFile.current(data), 6, 8);
      await().until(() -> output.toString().endsWith("line 7\n"));
      assertThat(output.toString()).isEqualTo("line 4\nline 5\nline 6\nline 7\n");
    } finally {
      reader.interrupt();
      reader.join();
    }
  }
}
