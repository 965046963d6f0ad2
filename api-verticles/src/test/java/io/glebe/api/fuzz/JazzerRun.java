package io.glebe.api.fuzz;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.api.boot.PlatformProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Jazzer as a process of its own.
 *
 * @param target the parser; empty for all of them
 * @param most inputs after which it ends; -1 for no limit
 * @param time after which it ends
 * @param seed of the inputs; not 0
 * @param corpora folders of inputs; the first one also receives those that reach new code
 */
record JazzerRun(Optional<String> target, int most, Duration time, int seed, List<Path> corpora) {
  private static final Path TOOLS = Path.of("target", "test-tools").toAbsolutePath();
  private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in");
  private static final String COVERED = "io.glebe.**:io.netty.handler.codec.mqtt.**";

  /** Fails for the queues of Netty. */
  private static final String BROKEN_HOOK =
      "com.code_intelligence.jazzer.sanitizers.UnsafeSanitizer";

  private static final int MOST_BYTES = 4096;
  private static final int MOST_SECONDS_OF_AN_INPUT = 10;
  private static final int LINES_OF_A_FINDING = 40;

  /**
   * The result of a run.
   *
   * @param inputs how many were tried
   * @param finding what Jazzer wrote about a finding; empty without one
   */
  record Result(long inputs, String finding) {}

  /** Jazzer and its API; without them the test is skipped, or fails on CI. */
  private static List<Path> jars() {
    List<Path> jars = List.of(TOOLS.resolve("jazzer.jar"), TOOLS.resolve("jazzer-api.jar"));
    boolean present = jars.stream().allMatch(Files::exists);
    if (!present) {
      assertNotEquals("true", System.getenv("CI"), "the jars of Jazzer must exist on CI");
    }
    assumeTrue(present, "the jars of Jazzer exist (Maven copies them)");
    return jars;
  }

  /**
   * Runs until the inputs are made, the time is over or something is found.
   *
   * @param folder receives the log, and the input of a finding
   */
  Result run(Path folder) throws IOException, InterruptedException {
    List<Path> jars = jars();
    Files.createDirectories(folder);
    Path log = folder.resolve("jazzer.log");
    Process process =
        new ProcessBuilder(command(jars, folder))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      process.waitFor();
    } finally {
      process.destroyForcibly();
    }
    String output = Files.readString(log);
    long inputs =
        DONE.matcher(output)
            .results()
            .map((MatchResult done) -> Long.parseLong(done.group(1)))
            .findFirst()
            .orElse(0L);
    return new Result(inputs, process.exitValue() == 0 ? "" : finding(output, folder));
  }

  private List<String> command(List<Path> jars, Path folder) {
    List<String> command = new ArrayList<>(PlatformProcess.shortLivedJava());
    String classPath = command.removeLast();
    String tools = String.join(File.pathSeparator, jars.stream().map(Path::toString).toList());
    command.add(tools + File.pathSeparator + classPath);
    command.addAll(
        List.of("-XX:+EnableDynamicAgentLoading", "--sun-misc-unsafe-memory-access=allow"));
    target.ifPresent(name -> command.add("-Dglebe.fuzz.target=" + name));
    command.addAll(
        List.of(
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + JazzerEntry.class.getName(),
            "--instrumentation_includes=" + COVERED,
            "--disabled_hooks=" + BROKEN_HOOK,
            "--reproducer_path=" + folder,
            "-artifact_prefix=" + folder + File.separator,
            "-runs=" + most,
            "-max_total_time=" + time.toSeconds(),
            "-timeout=" + MOST_SECONDS_OF_AN_INPUT,
            "-max_len=" + MOST_BYTES,
            "-seed=" + seed));
    corpora.forEach(corpus -> command.add(corpus.toString()));
    return command;
  }

  /** The lines about it, and the files that Jazzer wrote. */
  private static String finding(String output, Path folder) throws IOException {
    List<String> lines = output.lines().toList();
    int first = 0;
    while (first < lines.size() && !lines.get(first).startsWith("==")) {
      first++;
    }
    int from = first == lines.size() ? Math.max(0, lines.size() - LINES_OF_A_FINDING) : first;
    int to = Math.min(lines.size(), from + LINES_OF_A_FINDING);
    try (Stream<Path> files = Files.list(folder)) {
      List<String> kept = files.map(Path::toString).sorted().toList();
      return String.join("\n", lines.subList(from, to)) + "\nfiles: " + kept;
    }
  }
}
