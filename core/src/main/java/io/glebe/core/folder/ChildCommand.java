package io.glebe.core.folder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Command lines of programs that belong to this process and end with it. */
public final class ChildCommand {
  private static final int PROBE_SECONDS = 10;

  private ChildCommand() {}

  /**
   * Returns the command line of a program. Where the system has the tools, the program runs in its
   * own session, so that an interrupt at the terminal reaches only this process, and receives a
   * signal when the thread that started it ends. The process keeps its id through all wrapper
   * commands.
   *
   * @param prefix wrapper command that changes the account; empty for none
   * @param signal such as {@code TERM}
   */
  public static List<String> of(List<String> prefix, List<String> command, String signal) {
    List<String> line = ending(prefix, command, signal);
    return works(List.of("setsid")) ? joined(List.of("setsid"), line) : line;
  }

  /**
   * Returns the command line of a program that receives a signal when the thread that started it
   * ends, and stays in its session, where the system has the tool.
   *
   * @param signal such as {@code KILL}
   */
  public static List<String> ending(List<String> command, String signal) {
    return ending(List.of(), command, signal);
  }

  private static List<String> ending(List<String> prefix, List<String> command, String signal) {
    List<String> ending = joined(prefix, List.of("setpriv", "--pdeathsig", signal));
    return joined(works(ending) ? ending : prefix, command);
  }

  static List<String> joined(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  /** Whether programs can be started with this wrapper command. */
  static boolean works(List<String> prefix) {
    return succeeds(joined(prefix, List.of("true")));
  }

  static boolean succeeds(List<String> command) {
    try {
      Process probe =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return probe.waitFor(PROBE_SECONDS, TimeUnit.SECONDS) && probe.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
