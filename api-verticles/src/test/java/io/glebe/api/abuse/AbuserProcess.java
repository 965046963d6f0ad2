package io.glebe.api.abuse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An {@link Abuser} in a process of its own with the lowest priority, so that the platform and not
 * the abuser is measured.
 */
final class AbuserProcess implements AutoCloseable {
  private static final List<String> FLAGS =
      List.of(
          "-Xmx384m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Djdk.virtualThreadScheduler.parallelism=1");

  private final Process process;
  private final PrintWriter commands;
  private final BufferedReader answers;

  private AbuserProcess(Process process) {
    this.process = process;
    commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  static AbuserProcess start(AbuseTarget target, Path errors) throws IOException {
    List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Abuser.class.getName()));
    AbuserProcess abuser =
        new AbuserProcess(new ProcessBuilder(command).redirectError(errors.toFile()).start());
    abuser.commands.println(target.json());
    return abuser;
  }

  void start(String name) throws IOException {
    send("start " + name);
  }

  /** Ends an abuse, and returns what happened: names of events with their numbers. */
  String stop(String name) throws IOException {
    return send("stop " + name);
  }

  private String send(String command) throws IOException {
    commands.println(command);
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the abuser has ended");
    }
    return answer;
  }

  @Override
  public void close() {
    commands.close();
    process.destroyForcibly().onExit().join();
  }
}
