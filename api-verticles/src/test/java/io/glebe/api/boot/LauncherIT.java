package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.api.boot.Checkout.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds that the launcher makes with Maven. The folders of the checkout and of the JDK have spaces
 * in their names. Classes that are already compiled are not compiled again.
 */
class LauncherIT {
  private static final Duration SOON = Duration.ofMinutes(5);
  private static final String BUILT = "-Dmaven.main.skip=true -Dconsole.skip=true";

  @TempDir private Path folder;
  private Checkout checkout;

  @BeforeEach
  void copy() throws IOException {
    Path jdk =
        Files.createSymbolicLink(folder.resolve("a jdk"), Path.of(System.getProperty("java.home")));
    checkout =
        Checkout.compiledIn(folder).withTools().with("JAVA_HOME", jdk.toString()).withMaven(BUILT);
  }

  @AfterEach
  void removeLink() throws IOException {
    Files.deleteIfExists(folder.resolve("a jdk"));
  }

  private Checkout.Running startBuild() throws IOException {
    return checkout.start(List.of(checkout.path("glebe").toString(), "build"));
  }

  @Test
  void aBuildReportsItsProgressAndIsUsedUntilASourceIsRemoved() throws Exception {
    CommandResult config = checkout.glebe("config");
    assertThat(config.code()).as(config.err()).isZero();
    assertThat(config.out()).contains("GLEBE_HTTP_PORT");
    assertThat(config.err()).contains("glebe: building 1/").contains("Glebe core");
    assertThat(checkout.isBuilt()).isTrue();
    assertThat(checkout.lock()).doesNotExist();

    assertThat(checkout.glebe("build")).isEqualTo(new CommandResult(0, "", ""));
    assertThat(checkout.glebe("token", "--data", "none").err())
        .contains("no platform runs")
        .doesNotContain("building");

    assertRunsReadOnly();

    Files.delete(checkout.path("core/src/main/java/io/glebe/core/package-info.java"));
    checkout.withBarePath(); // a path without Maven
    assertThat(checkout.glebe("build").line()).contains("Maven 3.8.7 or newer is needed to build");
  }

  /** Runs a command while the checkout is read-only, if this machine allows that. */
  private void assertRunsReadOnly() throws Exception {
    if (checkout.inNameSpaces("mount -t tmpfs none /mnt").code() == 0) {
      CommandResult config =
          checkout.inNameSpaces(
              "here=$(dirname \"$1\"); mount --bind \"$here\" \"$here\" &&"
                  + " mount -o remount,bind,ro \"$here\" && exec \"$1\" config");
      assertThat(config.code()).as(config.err()).isZero();
      assertThat(config.err()).doesNotContain("building");
    }
  }

  @Test
  void aKilledBuildAfterAChangeIsRepeatedCompletely() throws Exception {
    assertThat(checkout.glebe("build").code()).isZero();
    Files.writeString(
        checkout.path("api-verticles/src/main/launcher/jvm.options"),
        "-Dchanged=true\n",
        StandardOpenOption.APPEND);
    Checkout.Running killed = startBuild();
    await().atMost(SOON).until(() -> killed.err().contains("glebe: building 3/"));
    List<ProcessHandle> all = killed.process().descendants().toList();
    killed.process().destroyForcibly().waitFor();
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle each : all) {
      each.onExit().get(1, TimeUnit.MINUTES);
    }
    assertThat(checkout.isBuilt()).isFalse();
    assertThat(checkout.lock()).exists();

    CommandResult again = checkout.glebe("build");
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.err()).contains("glebe: building 3/").doesNotContain("waiting");
    try (Stream<Path> lib = Files.list(checkout.path("api-verticles/target/lib"))) {
      assertThat(lib).anyMatch(jar -> jar.getFileName().toString().startsWith("core-"));
    }
    assertThat(checkout.isBuilt()).isTrue();
  }

  @Test
  void twoConcurrentStartsShareOneBuild() throws Exception {
    List<Checkout.Running> both = List.of(startBuild(), startBuild());
    for (Checkout.Running each : both) {
      assertThat(each.process().waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(each.output().code()).as(each.err()).isZero();
    }
    assertThat(both.stream().filter(LauncherIT::built)).hasSize(1);
    assertThat(checkout.isBuilt()).isTrue();
    assertThat(checkout.lock()).doesNotExist();
  }

  private static boolean built(Checkout.Running launcher) {
    try {
      return launcher.err().contains("glebe: building 1/");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aDiskThatFillsUpDuringTheBuildIsReported() throws Exception {
    assumeTrue(checkout.inNameSpaces("mount -t tmpfs none /mnt").code() == 0);
    CommandResult output =
        checkout.inNameSpaces(
            "mount -t tmpfs -o size=64k none \"$(dirname \"$1\")/core/target\""
                + " && exec \"$1\" build");
    assertThat(output.lastLine()).startsWith("glebe: no space left on the disk.");
    assertThat(output.code()).isEqualTo(1);
    assertThat(checkout.isBuilt()).isFalse();
  }
}
