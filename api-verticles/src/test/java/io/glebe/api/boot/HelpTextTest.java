package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * The launcher prints help without a build, from stored texts that are equal to those of the Java
 * commands. After a change of a command, update the stored texts with {@code mvn test
 * -Dtest=HelpTextTest -Dglebe.help.write=true}.
 */
class HelpTextTest {
  private static final Path HELP = Path.of("src/main/launcher/help");
  private static final Path LOADS =
      Path.of("../benchmarks/src/main/java/io/glebe/bench/load").normalize();

  /** The launcher's own commands; their texts are written by hand. */
  private static final List<String> SCRIPTED =
      List.of("glebe", "bench", "build", "clients", "format", "package", "test");

  private static void collect(String name, CommandLine line, Map<String, String> texts) {
    String usage = line.getUsageMessage(CommandLine.Help.Ansi.OFF).stripTrailing();
    texts.put(name, usage.replaceFirst("^Usage: glebe", "Usage: ./glebe").concat("\n"));
    line.getSubcommands()
        .forEach((sub, subcommand) -> collect(name + "-" + sub, subcommand, texts));
  }

  private static Map<String, String> ofJava() {
    Map<String, String> texts = new TreeMap<>();
    Main.commandLine().getSubcommands().forEach((name, line) -> collect(name, line, texts));
    return texts;
  }

  private static Map<String, String> ofLauncher() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(HELP)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().replace(".txt", "");
        if (!SCRIPTED.contains(name)) {
          texts.put(name, Files.readString(file));
        }
      }
    }
    return texts;
  }

  @Test
  void theLauncherPrintsTheHelpOfTheJavaCommands() throws IOException {
    if (Boolean.getBoolean("glebe.help.write")) {
      for (Map.Entry<String, String> text : ofJava().entrySet()) {
        Files.writeString(HELP.resolve(text.getKey() + ".txt"), text.getValue());
      }
    }
    assertThat(ofLauncher()).as("see -Dglebe.help.write=true").isEqualTo(ofJava());
  }

  @Test
  void theOverviewListsEveryCommandOnce() throws IOException {
    List<String> named =
        Pattern.compile("(?m)^  ([a-z]+)  ")
            .matcher(Files.readString(HELP.resolve("glebe.txt")))
            .results()
            .map(found -> found.group(1))
            .toList();
    try (Stream<Path> files = Files.list(HELP)) {
      assertThat(named)
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(file -> file.getFileName().toString().replace(".txt", ""))
                  .filter(name -> !name.contains("-") && !name.equals("glebe"))
                  .toList());
    }
  }

  @Test
  void theHelpOfBenchListsEveryBenchmark() throws IOException {
    Stream<String> packages;
    try (Stream<Path> folders = Files.list(LOADS.getParent())) {
      packages =
          folders
              .filter(Files::isDirectory)
              .map(folder -> folder.getFileName().toString())
              .filter(name -> !name.equals("load"))
              .toList()
              .stream();
    }
    Stream<String> loads;
    try (Stream<Path> files = Files.list(LOADS)) {
      loads =
          files
              .filter(HelpTextTest::isStarted)
              .map(
                  file ->
                      file.getFileName()
                          .toString()
                          .replace("Load.java", "")
                          .toLowerCase(Locale.ROOT))
              .toList()
              .stream();
    }
    assertThat(
            Pattern.compile("(?m)^  ([a-z]+)  ")
                .matcher(Files.readString(HELP.resolve("bench.txt")))
                .results()
                .map((MatchResult found) -> found.group(1)))
        .containsExactlyInAnyOrderElementsOf(Stream.concat(packages, loads).distinct().toList());
  }

  private static boolean isStarted(Path file) {
    try {
      return file.toString().endsWith("Load.java")
          && Files.readString(file).contains("static void main(");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
