package io.glebe.core.database.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.core.folder.FileFault;
import io.glebe.core.folder.Folders;
import io.glebe.core.progress.Progress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresBinariesTest {
  private static final Duration LONG = Duration.ofMinutes(3);

  @TempDir private Path folder;

  /** Runs in the child process: unpacks into the folder of its argument. */
  static final class Child {
    public static void main(String[] args) throws IOException {
      try {
        PostgresBinaries.unpacked(Path.of(args[0]), Progress.NONE);
      } catch (FileFault e) {
        System.err.println(e.getMessage());
        System.exit(3);
      }
    }
  }

  private Path cache() {
    return folder.resolve("cache");
  }

  private Path output() {
    return folder.resolve("said");
  }

  private static List<String> java(Path cache) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        Child.class.getName(),
        cache.toString());
  }

  private Process child(List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output().toFile())
        .start();
  }

  private static void assertRuns(Path folder) throws Exception {
    Process version =
        new ProcessBuilder(folder.resolve("bin/postgres").toString(), "--version").start();
    assertThat(new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("PostgreSQL");
    assertThat(version.waitFor()).isZero();
  }

  private static List<Path> leftOvers(Path cache) throws IOException {
    return Folders.beginningWith(cache, "unpacking-");
  }

  private Path unpacked() throws IOException {
    return PostgresBinaries.unpacked(cache(), Progress.NONE);
  }

  private static boolean contains(Path cache, String file) {
    try (Stream<Path> walk = Files.exists(cache) ? Files.walk(cache) : Stream.of()) {
      return walk.anyMatch(path -> path.endsWith(file));
    } catch (IOException | java.io.UncheckedIOException e) {
      return false; // the folder changes during the walk
    }
  }

  @Test
  void aKilledUnpackingIsRepeatedAndItsFilesAreRemoved() throws Exception {
    Process child = child(java(cache()));
    await().atMost(LONG).until(() -> contains(cache(), "bin/postgres") || !child.isAlive());
    child.destroyForcibly().waitFor();
    assertThat(leftOvers(cache())).as("killed in the middle").isNotEmpty();

    Path folder = unpacked();

    assertRuns(folder);
    assertThat(leftOvers(cache())).isEmpty();
  }

  @Test
  void aCacheWithAMissingOrTruncatedFileIsUnpackedAgain() throws Exception {
    Path folder = unpacked();
    Path program = folder.resolve("bin/postgres");
    long size = Files.size(program);
    try (FileChannel channel = FileChannel.open(program, StandardOpenOption.WRITE)) {
      channel.truncate(size / 2);
    }
    assertThat(unpacked()).isEqualTo(folder);
    assertThat(program).hasSize(size);

    Path missing = folder.resolve("share/postgresql/postgres.bki");
    Files.delete(missing);
    unpacked();
    assertThat(missing).exists();

    Path list = folder.resolve("glebe-manifest");
    List<String> lines = Files.readAllLines(list);
    Files.write(list, lines.subList(0, lines.size() / 2));
    Files.delete(missing);
    unpacked();
    assertThat(missing).exists();
    assertThat(leftOvers(cache())).isEmpty();
  }

  @Test
  void aCompleteCacheIsNotUnpackedAgain() throws Exception {
    Path home = unpacked();
    List<String> output = new ArrayList<>();
    Progress watching =
        new Progress() {
          @Override
          public void begin(String what) {
            output.add(what);
          }
        };
    assertThat(PostgresBinaries.unpacked(cache(), watching)).isEqualTo(home);
    assertThat(output).isEmpty();
    assertThat(PostgresBinaries.unpacked(folder.resolve("other"), watching)).exists();
    assertThat(output).hasSize(1).first().asString().contains("other");
  }

  @Test
  void twoConcurrentProcessesBothGetTheCompletePrograms() throws Exception {
    Process first = child(java(cache()));
    Process second = child(java(cache()));
    Path folder = unpacked();
    for (Process process : List.of(first, second)) {
      assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(output())).isZero();
    }
    assertRuns(folder);
    assertThat(Manifest.holds(folder)).isTrue();
    assertThat(leftOvers(cache())).isEmpty();
  }

  @Test
  void aFullDiskIsReportedInOneLineAndNoFilesRemain() throws Exception {
    Process child = child(onMount("size=8m", "ls -A \"$mount\" >&2"));
    assertThat(child.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    List<String> lines = Files.readAllLines(output());
    assumeTrue(!lines.equals(List.of("no mount")), "this process may mount");
    assertThat(lines.getFirst())
        .contains("no space left on device")
        .contains("GLEBE_CACHE_DIR")
        .contains("mount");
    assertThat(lines.subList(1, lines.size())).containsExactly("unpacking.lock");
    assertThat(child.exitValue()).isEqualTo(3);
  }

  @Test
  void aCacheMountedNoexecIsReportedInOneLine() throws Exception {
    Process child = child(onMount("size=200m,noexec", ":"));
    assertThat(child.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    List<String> lines = Files.readAllLines(output());
    assumeTrue(!lines.equals(List.of("no mount")), "this process may mount");
    assertThat(lines).singleElement().asString().contains("noexec").contains("GLEBE_CACHE_DIR");
    assertThat(child.exitValue()).isEqualTo(3);
  }

  /**
   * Returns the command of a child process with its own file system, which no other process sees
   * and which is removed when the child ends.
   */
  private List<String> onMount(String options, String after) throws IOException {
    Path mount = Files.createDirectory(folder.resolve("mount"));
    String script =
        "mount=$1; shift; mount -t tmpfs -o "
            + options
            + " glebe \"$mount\" 2>/dev/null || { echo no mount; exit 0; }; \"$@\"; code=$?; "
            + after
            + "; exit $code";
    List<String> command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", script, "sh"));
    command.add(mount.toString());
    command.addAll(java(mount));
    return command;
  }

  @Test
  void aCacheThatCannotBeCreatedIsReportedWithTheReason() throws Exception {
    Path file = Files.createFile(folder.resolve("a-file"));
    assertThatThrownBy(() -> PostgresBinaries.unpacked(file, Progress.NONE))
        .isInstanceOf(FileFault.class)
        .hasMessageContaining(file + ": cannot be created")
        .hasMessageContaining("is a file, not a folder")
        .hasMessageContaining("GLEBE_CACHE_DIR");
  }

  @Test
  void aMachineWithoutProgramsIsRejected() {
    for (String arch : List.of("riscv64", "ppc64le", "s390x", "x86")) {
      assertThatThrownBy(() -> PostgresArchive.of("Linux", arch))
          .hasMessageContaining(arch)
          .hasMessageContaining("GLEBE_DATABASE_URL");
    }
    assertThatThrownBy(() -> PostgresArchive.of("SunOS", "amd64")).hasMessageContaining("SunOS");
  }
}
