package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.cli.ArgumentOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Parsing of arguments, and the messages for wrong arguments. */
class CommandLineTest {
  @TempDir private Path folder;

  @Test
  void aUsageErrorSuggestsTheNearestKnownWordAtEveryLevel() {
    assertThat(Glebe.run("run", "--prot=1").err()).contains("did you mean --port?");
    assertThat(Glebe.run("confg").err()).contains("did you mean config?");
    assertThat(Glebe.run("admin", "usrs").err()).contains("did you mean users?");
    assertThat(Glebe.run("admin", "users", "--jsn").err()).contains("did you mean --json?");
    assertThat(Glebe.run("stop", "--timeot", "3").err())
        .contains("did you mean --timeout?")
        .contains("Try 'glebe stop --help'.");
    assertThat(Glebe.run("xyzzy").err()).contains("there are run, ").doesNotContain("did you mean");
    assertThat(Glebe.run("--data", "x").err()).contains("which command?");
    for (String wrong : List.of("run --prot=1", "confg", "admin", "admin usrs", "status extra")) {
      assertThat(Glebe.run(wrong.split(" ")).code()).as(wrong).isEqualTo(2);
    }
  }

  @Test
  void aSettingWithAWrongValueSuggestsTheNearestOne() throws IOException {
    Files.writeString(folder.resolve("glebe.properties"), "profile=prodution\n");
    Glebe.CommandResult output = Glebe.run("config", "--data", folder.toString());
    assertThat(output.code()).isEqualTo(2);
    assertThat(output.err())
        .isEqualTo(
            "glebe: GLEBE_PROFILE: \"prodution\" must be development or production; did you mean"
                + " production?");
    assertThat(Glebe.run("config", "--areas", "all", "--port", "x").err())
        .contains("GLEBE_HTTP_PORT")
        .contains("must be a whole number");
  }

  @Test
  void optionsAreAcceptedBeforeAndAfterTheCommand() {
    CommandLine line = Main.commandLine();
    assertThat(ArgumentOrder.commandFirst(line, "--data", "d", "admin", "--json", "users"))
        .containsExactly("admin", "users", "--data", "d", "--json");
    assertThat(ArgumentOrder.commandFirst(line, "--data=d", "status", "--json"))
        .containsExactly("status", "--data=d", "--json");
    assertThat(ArgumentOrder.commandFirst(line, "--no-sample", "run", "--port", "0"))
        .containsExactly("run", "--no-sample", "--port", "0");
    assertThat(ArgumentOrder.commandFirst(line, "--data", "run", "status"))
        .containsExactly("status", "--data", "run");
    for (String order :
        List.of(
            "--data D status",
            "status --data D",
            "admin --data D users",
            "--data D admin users",
            "admin users --data D",
            "token --data D")) {
      Glebe.CommandResult output = Glebe.run(order.replace("D", folder.toString()).split(" "));
      assertThat(output.code()).as(order).isEqualTo(3);
      assertThat(output.err()).as(order).contains("no platform runs on the data folder " + folder);
    }
  }

  @Test
  void helpAndVersionExistAtEveryLevel() {
    List<List<String>> commands = new ArrayList<>();
    collect(Main.commandLine(), List.of(), commands);
    assertThat(commands).hasSizeGreaterThan(10);
    for (List<String> command : commands) {
      Glebe.CommandResult help = Glebe.run(with(command, "--help"));
      assertThat(help.code()).as(command.toString()).isZero();
      assertThat(help.out()).startsWith("Usage: " + String.join(" ", with(command)));
      Glebe.CommandResult version = Glebe.run(with(command, "--version"));
      assertThat(version.code()).isZero();
      assertThat(version.out()).as(command.toString()).startsWith("glebe ");
    }
  }

  private static String[] with(List<String> command, String... more) {
    List<String> all = new ArrayList<>(more.length == 0 ? List.of("glebe") : List.of());
    all.addAll(command);
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static void collect(CommandLine line, List<String> path, List<List<String>> found) {
    found.add(path);
    line.getSubcommands()
        .forEach(
            (name, below) -> {
              List<String> deeper = new ArrayList<>(path);
              deeper.add(name);
              collect(below, deeper, found);
            });
  }

  /**
   * A command that fails with an error that no code of the platform catches, for example with a
   * broken class path.
   */
  @Command(name = "broken")
  static final class Broken implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new NoSuchMethodError("'java.lang.String nowhere()'");
    }
  }

  @Test
  void anErrorIsReportedInOneLineWithAnExitCode() {
    CommandLine line = Main.commandLine();
    line.addSubcommand(new Broken());
    Glebe.CommandResult output = Glebe.run(line, "broken");
    assertThat(output.code()).isEqualTo(1);
    assertThat(output.err()).hasLineCount(1).startsWith("glebe: ").contains("nowhere()");
  }
}
