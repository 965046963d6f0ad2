package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.Checkout.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits to a separate repository in which the hook is installed. */
class CommitHookTest {
  private static final String SOURCE = "core/src/main/java/Example.java";
  private static final String FORMATTED = "final class Example {\n  private Example() {}\n}\n";
  private static final String UNFORMATTED = "final class Example {\n    private Example(){}\n}\n";

  @TempDir private Path folder;
  private Checkout checkout;

  @BeforeEach
  void install() throws Exception {
    checkout =
        Checkout.in(folder)
            .withTools()
            .with("GIT_CONFIG_GLOBAL", "/dev/null")
            .with("GIT_CONFIG_NOSYSTEM", "1");
    git("init", "-q");
    git("config", "user.name", "somebody");
    git("config", "user.email", "somebody@example.org");
    assertThat(checkout.glebe("format", "--install-hook").code()).isZero();
  }

  private CommandResult git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    return checkout.run(command);
  }

  private void write(String source) throws IOException {
    Files.createDirectories(checkout.path(SOURCE).getParent());
    Files.writeString(checkout.path(SOURCE), source);
  }

  @Test
  void theStagedContentIsCheckedAndNotTheWorkingFile() throws Exception {
    write(UNFORMATTED);
    git("add", SOURCE);
    write(FORMATTED);
    CommandResult refused = git("commit", "-m", "unformatted");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains(SOURCE + "\n")
        .endsWith("glebe: not formatted. Run ./glebe format, stage the files again and commit.\n");

    git("add", SOURCE);
    write(UNFORMATTED);
    CommandResult taken = git("commit", "-m", "formatted");
    assertThat(taken.code()).as(taken.err()).isZero();
    assertThat(git("show", "HEAD:" + SOURCE).out()).isEqualTo(FORMATTED);
    assertThat(checkout.path(SOURCE)).hasContent(UNFORMATTED);
  }

  @Test
  void invalidJavaIsRefused() throws Exception {
    write("final class {\n");
    git("add", SOURCE);
    CommandResult refused = git("commit", "-m", "no class");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).endsWith("glebe: the staged files cannot be formatted\n");
  }

  @Test
  void aCommitWithoutJavaFilesNeedsNoFormatter() throws Exception {
    Files.writeString(checkout.path("notes.md"), "Notes\n");
    git("add", "notes.md");
    assertThat(git("commit", "-m", "notes").code()).isZero();
    assertThat(checkout.path("target")).doesNotExist();
  }
}
