package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.api.boot.Checkout.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher before the first build, in environments with missing tools, folders or rights. */
class LauncherTest {
  private static final Duration SOON = Duration.ofMinutes(2);

  @TempDir private Path folder;

  static List<String> commands() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/launcher/help"))) {
      return files
          .map(file -> file.getFileName().toString().replace(".txt", ""))
          .filter(name -> !name.contains("-") && !name.equals("glebe"))
          .toList();
    }
  }

  private Checkout unbuilt() throws IOException {
    return Checkout.in(folder);
  }

  /**
   * Linux namespaces in which a test can hide folders and networks; not every system allows them.
   */
  private Checkout inNameSpaces() throws Exception {
    Checkout checkout = unbuilt().withTools();
    CommandResult tried = checkout.inNameSpaces("mount -t tmpfs none /mnt");
    assumeTrue(tried.code() == 0, "name spaces are not allowed here: " + tried.err());
    return checkout;
  }

  @Test
  void helpOfEveryCommandNeedsNoBuildNoJdkAndNoMaven() throws Exception {
    Checkout checkout = unbuilt().withBarePath();
    for (String command : commands()) {
      String text = Files.readString(Path.of("src/main/launcher/help", command + ".txt"));
      assertThat(text).startsWith("Usage: ./glebe " + command);
      for (String way : List.of(command + " --help", "-h " + command, "help " + command)) {
        assertThat(checkout.glebe(way.split(" ")))
            .as(way)
            .isEqualTo(new CommandResult(0, text, ""));
      }
    }
    assertThat(checkout.path("api-verticles/target")).doesNotExist();
  }

  @Test
  void helpAndVersionWorkTogetherWithOtherOptions() throws Exception {
    Checkout checkout = unbuilt().withBarePath();
    String version = checkout.glebe("--version").out();
    assertThat(version).matches("glebe \\d+\\.\\d+\\.\\d+\\S*\n");
    assertThat(checkout.glebe("bench", "tile", "-V").out()).isEqualTo(version);
    assertThat(checkout.glebe("--data", "run", "admin", "assign", "--help").out())
        .startsWith("Usage: ./glebe admin assign ");
    assertThat(checkout.glebe("--help").out()).startsWith("Usage: ./glebe COMMAND");
    assertThat(checkout.glebe().code()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "rnu, unknown command 'rnu'. Did you mean run? See ./glebe --help.",
    "buidl --help, unknown command 'buidl'. Did you mean build? See ./glebe --help.",
    "help tokne, unknown command 'tokne'. Did you mean token? See ./glebe --help.",
    "zebra, unknown command 'zebra'. See ./glebe --help.",
    "run --prot 0, unknown option '--prot'. Did you mean --port? See ./glebe run --help.",
    "--dtaa x run, unknown command 'x'. See ./glebe --help.",
    "test --ofline, unknown option '--ofline'. Did you mean --offline? See ./glebe test --help.",
    "build --force, unknown option '--force'. See ./glebe build --help.",
    "bench seris, unknown benchmark 'seris'. Did you mean series? See ./glebe bench --help.",
    "test -P, option '-P' needs a value. See ./glebe test --help.",
    "run --data, option '--data' needs a value. See ./glebe run --help.",
  })
  void usageErrorsAreReportedBeforeTheBuild(String arguments, String line) throws Exception {
    Checkout checkout = unbuilt().withTools();
    CommandResult output = checkout.glebe(arguments.split(" "));
    assertThat(output.line()).isEqualTo("glebe: " + line);
    assertThat(output.code()).isEqualTo(2);
    assertThat(checkout.path("api-verticles/target")).doesNotExist();
  }

  @Test
  void aMissingMavenIsReported() throws Exception {
    Checkout checkout = unbuilt().withBarePath().with("JAVA_HOME", jdk().toString());
    for (String command : List.of("run", "build", "bench", "config", "package", "format")) {
      CommandResult output = checkout.glebe(command);
      assertThat(output.line())
          .startsWith("glebe: Apache Maven 3.8.7 or newer is needed to build.");
      assertThat(output.code()).isEqualTo(1);
    }
    assertThat(checkout.isBuilt()).isFalse();
  }

  @AfterEach
  void removeLink() throws IOException {
    Files.deleteIfExists(folder.resolve("a jdk"));
  }

  /** The JDK of this test, linked from a folder with spaces in its name. */
  private Path jdk() throws IOException {
    Path link = folder.resolve("a jdk");
    return Files.exists(link)
        ? link
        : Files.createSymbolicLink(link, Path.of(System.getProperty("java.home")));
  }

  @Test
  void anOlderJdkIsRefused() throws Exception {
    Path installed = Path.of("/usr/lib/jvm");
    assumeTrue(Path.of(System.getProperty("java.home")).startsWith(installed));
    Path older;
    try (Stream<Path> jdks = Files.list(installed)) {
      older = jdks.filter(jdk -> jdk.endsWith("java-17-openjdk-amd64")).findFirst().orElse(null);
    }
    assumeTrue(older != null, "no JDK 17 here");
    Files.createDirectory(folder.resolve("older"));
    Files.createDirectory(folder.resolve("none"));
    CommandResult output =
        inNameSpaces()
            .with("JAVA_HOME", folder.resolve("older").toString())
            .inNameSpaces(
                "mount --bind %s '%s' && mount --bind '%s' %s && exec \"$1\" run"
                    .formatted(older, folder.resolve("older"), folder.resolve("none"), installed));
    assertThat(output.line())
        .isEqualTo(
            "glebe: no JDK 25 or newer found. Install one (for example Eclipse Temurin 25) and set"
                + " JAVA_HOME to it.");
    assertThat(output.code()).isEqualTo(1);
  }

  @Test
  void aFirstBuildWithoutNetworkReportsItsNeedsAndLeavesNoFiles() throws Exception {
    Checkout checkout =
        inNameSpaces()
            .with("JAVA_HOME", jdk().toString())
            .withMaven("-Dmaven.repo.local=" + folder.resolve("empty"));
    CommandResult output = checkout.inNameSpaces("exec \"$1\" run");
    assertThat(output.lastLine())
        .startsWith("glebe: the build could not download what it needs. The first build needs the")
        .endsWith("api-verticles/target/build.log");
    assertThat(output.err().lines()).hasSizeLessThan(4);
    assertThat(output.code()).isEqualTo(1);
    assertThat(checkout.isBuilt()).isFalse();
    assertThat(checkout.lock()).doesNotExist();
  }

  @Test
  void aReadOnlyMavenRepositoryIsReported() throws Exception {
    Files.writeString(folder.resolve("taken"), "a file");
    CommandResult output =
        unbuilt()
            .withTools()
            .withMaven("-Dmaven.repo.local=" + folder.resolve("taken/repository"))
            .glebe("build");
    assertThat(output.lastLine())
        .startsWith("glebe: the build may not write: ")
        .contains(folder.resolve("taken/repository").toString());
    assertThat(output.code()).isEqualTo(1);
  }

  @Test
  void aReadOnlyCheckoutWithoutABuildIsReported() throws Exception {
    Checkout checkout = inNameSpaces();
    CommandResult output =
        checkout.inNameSpaces(
            "here=$(dirname \"$1\"); mount --bind \"$here\" \"$here\" &&"
                + " mount -o remount,bind,ro \"$here\" && exec \"$1\" run");
    assertThat(output.line())
        .isEqualTo(
            "glebe: "
                + checkout.path("api-verticles/target")
                + " cannot be written. Make the checkout writable, or copy it to a folder that"
                + " is.");
    assertThat(output.code()).isEqualTo(1);
  }

  @Test
  void aFullDiskIsReportedAndNoBuildStarts() throws Exception {
    Checkout checkout = inNameSpaces();
    Files.createDirectory(checkout.path("api-verticles/target"));
    CommandResult output =
        checkout.inNameSpaces(
            "mount -t tmpfs -o size=1m none \"$(dirname \"$1\")/api-verticles/target\""
                + " && exec \"$1\" build");
    assertThat(output.line())
        .startsWith("glebe: no space left in ")
        .contains("A build needs about");
    assertThat(output.code()).isEqualTo(1);
  }

  @Test
  void theLockOfAKilledBuildDoesNotBlockTheNextBuild() throws Exception {
    Process killed = new ProcessBuilder("true").start();
    killed.waitFor();
    Checkout checkout = unbuilt().withTools().withMaven("-Dmaven.repo.local=/dev/null/x");
    checkout.lockedBy(killed.pid());
    assertThat(checkout.glebe("build").err())
        .contains("glebe: building")
        .doesNotContain("waiting for another build");
    assertThat(checkout.lock()).doesNotExist();
  }

  @Test
  void aSecondBuildWaitsForTheFirst() throws Exception {
    Process first = new ProcessBuilder("sleep", "300").start();
    Checkout checkout = unbuilt().withTools().withMaven("-Dmaven.repo.local=/dev/null/x");
    checkout.lockedBy(first.pid());
    Checkout.Running second = checkout.start(List.of(checkout.path("glebe").toString(), "build"));
    try {
      await().atMost(SOON).until(() -> second.err().contains("waiting for another build"));
      assertThat(second.err())
          .contains("(process " + first.pid() + ")")
          .doesNotContain("building;");
      first.destroy();
      await().atMost(SOON).until(() -> second.err().contains("glebe: building"));
    } finally {
      first.destroy();
      second.process().onExit().join();
    }
  }
}
