package io.glebe.core.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Under which account the PostgreSQL programs run. PostgreSQL refuses root; as root the programs
 * are started inside a user namespace of their own, where the files of root look like those of
 * nobody. A container that forbids namespaces gets the unprivileged account 65534 and files owned
 * by it.
 */
enum ServerAccount {
  /** The account of this process. */
  OWN(List.of()),
  /** A user namespace made by unshare(1). */
  NAMESPACE(List.of("unshare", "-U")),
  /** The account nobody, entered through setpriv(1). */
  NOBODY(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));

  static final int NOBODY_ID = 65534;
  private static final int PROBE_SECONDS = 10;

  private final List<String> prefix;

  ServerAccount(List<String> prefix) {
    this.prefix = prefix;
  }

  /** The account that works here. */
  static ServerAccount detect() {
    if (!isRoot()) {
      return OWN;
    }
    return works(NAMESPACE.prefix) ? NAMESPACE : NOBODY;
  }

  /**
   * The command line that runs {@code command} under this account; the process keeps its id through
   * the prefix.
   */
  List<String> command(List<String> command) {
    return joined(prefix, command);
  }

  /**
   * The command line of a server: in a session of its own, so that an interrupt at the terminal
   * reaches only us, and told to stop when this process dies, both where the system has the tools
   * for it.
   */
  List<String> server(List<String> command) {
    List<String> line = joined(prefix, command);
    List<String> withDeathSignal =
        joined(prefix, joined(List.of("setpriv", "--pdeathsig", "INT"), command));
    if (works(joined(prefix, List.of("setpriv", "--pdeathsig", "INT")))) {
      line = withDeathSignal;
    }
    return works(List.of("setsid")) ? joined(List.of("setsid"), line) : line;
  }

  /** Gives a file or folder to the account that the programs run under. */
  void own(Path path) throws IOException {
    if (this == NOBODY) {
      Files.setAttribute(path, "unix:uid", NOBODY_ID);
      Files.setAttribute(path, "unix:gid", NOBODY_ID);
    }
  }

  private static List<String> joined(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private static boolean isRoot() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static boolean works(List<String> prefix) {
    try {
      Process probe =
          new ProcessBuilder(joined(prefix, List.of("true")))
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
