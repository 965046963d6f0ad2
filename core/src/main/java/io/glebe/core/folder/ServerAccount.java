package io.glebe.core.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The account under which the PostgreSQL programs run. PostgreSQL refuses to run as root. As root,
 * the programs are therefore started inside their own user namespace, where the files of root
 * appear to belong to nobody. A container that forbids namespaces uses the unprivileged account
 * 65534, with files owned by it.
 */
public enum ServerAccount {
  /** The account of this process. */
  OWN(List.of()),
  /** A user namespace created by unshare(1). */
  NAMESPACE(List.of("unshare", "-U")),
  /** The account nobody, selected through setpriv(1). */
  NOBODY(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));

  /** The id of the unprivileged account and of its group. */
  public static final int NOBODY_ID = 65534;

  private final List<String> prefix;

  ServerAccount(List<String> prefix) {
    this.prefix = prefix;
  }

  /**
   * Returns the account that can be used on this machine.
   *
   * @throws IOException when this process is root and cannot change to another account
   */
  public static ServerAccount detect() throws IOException {
    if (!isRoot()) {
      return OWN;
    }
    if (ChildCommand.works(NAMESPACE.prefix)) {
      return NAMESPACE;
    }
    if (ChildCommand.works(NOBODY.prefix)) {
      return NOBODY;
    }
    throw new IOException(
        "PostgreSQL does not run as root, and unshare and setpriv are forbidden here; run Glebe as"
            + " another user, or set GLEBE_DATABASE_URL to a PostgreSQL server of yours");
  }

  /**
   * Returns whether the programs run under an account that owns none of the files of this process.
   */
  public static boolean isForeign() {
    return isRoot() && !ChildCommand.works(NAMESPACE.prefix);
  }

  /**
   * Checks that this account can access the programs.
   *
   * @param program one of the programs
   * @param data the folder that contains the database files
   * @throws FileFault when it has no access
   */
  public void requireAccess(Path program, Path data) throws FileFault {
    if (this != NOBODY) {
      return;
    }
    for (Path path : List.of(program, data)) {
      if (!ChildCommand.succeeds(
          ChildCommand.joined(prefix, List.of("test", "-x", path.toString())))) {
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
   * Returns the command line of a program under this account, as one that belongs to this process.
   */
  public List<String> server(List<String> command) {
    return ChildCommand.of(prefix, command, "INT");
  }

  /** Makes the account of the programs the owner of a file or folder. */
  public void own(Path path) throws IOException {
    if (this == NOBODY) {
      Files.setAttribute(path, "unix:uid", NOBODY_ID);
      Files.setAttribute(path, "unix:gid", NOBODY_ID);
    }
  }

  private static boolean isRoot() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
