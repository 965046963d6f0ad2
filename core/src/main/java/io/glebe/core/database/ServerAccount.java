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

  /**
   * The account that works here.
   *
   * @throws IOException when this process is root and can become nobody else
   */
  static ServerAccount detect() throws IOException {
    if (!isRoot()) {
      return OWN;
    }
    if (works(NAMESPACE.prefix)) {
      return NAMESPACE;
    }
    if (works(NOBODY.prefix)) {
      return NOBODY;
    }
    throw new IOException(
        "PostgreSQL does not run as root, and unshare and setpriv are forbidden here; run Glebe as"
            + " another user, or set GLEBE_DATABASE_URL to a PostgreSQL server of yours");
  }

  /** Whether the programs run under an account that owns none of the files of this process. */
  static boolean isForeign() {
    return isRoot() && !works(NAMESPACE.prefix);
  }

  /**
   * Asks whether the programs can be reached under this account.
   *
   * @param program one of the programs
   * @param data the folder in which the database files are
   * @throws FileFault when not
   */
  void requireAccess(Path program, Path data) throws FileFault {
    if (this != NOBODY) {
      return;
    }
    for (Path path : List.of(program, data)) {
      if (!succeeds(joined(prefix, List.of("test", "-x", path.toString())))) {
        throw new FileFault(
            path
                + ": the account "
                + NOBODY_ID
                + " may not go there, and PostgreSQL runs under it because it does not run as root"
                + " and unshare is forbidden here; run Glebe as another user, or choose folders"
                + " that everybody may enter with --data and GLEBE_CACHE_DIR");
      }
    }
  }

  /**
   * The command line of a program under this account: in a session of its own, so that an interrupt
   * at the terminal reaches only us, and told to stop when this process dies, both where the system
   * has the tools for it. The process keeps its id through all of them.
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
    return succeeds(joined(prefix, List.of("true")));
  }

  private static boolean succeeds(List<String> command) {
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
