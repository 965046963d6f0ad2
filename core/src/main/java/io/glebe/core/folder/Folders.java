package io.glebe.core.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations on whole folders. */
public final class Folders {
  /** Everybody may list a folder and use its files. */
  public static final Set<PosixFilePermission> READABLE =
      PosixFilePermissions.fromString("rwxr-xr-x");

  /** Everybody may use what is named in a folder, and only the owner may list it. */
  public static final Set<PosixFilePermission> PASSABLE =
      PosixFilePermissions.fromString("rwx--x--x");

  /** Only the owner may use a folder. */
  public static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  /** Only the owner may read and write a file. */
  public static final Set<PosixFilePermission> PRIVATE_FILE =
      PosixFilePermissions.fromString("rw-------");

  private static final Logger LOG = LoggerFactory.getLogger(Folders.class);

  /**
   * Excludes the folder of the database, which has its own account, and the folder of its programs.
   */
  private static final Set<String> OWN_FOLDERS = Set.of("blobs", "zarr", "logs", "mqtt", "uploads");

  private static final String NO_FOLDER = " is a file, not a folder";

  private Folders() {}

  /**
   * Creates a folder and its parents, and checks that files can be written there.
   *
   * @param choice the option that selects another folder, for example {@code --data}
   * @throws FileFault with the folder and the reason
   */
  public static void makeWritable(Path folder, String choice) throws FileFault {
    make(folder, choice);
    try {
      Files.delete(Files.createTempFile(folder, "probe-", ""));
    } catch (IOException e) {
      throw fault(folder, "cannot be written", FileFault.reason(e), choice, e);
    }
  }

  /**
   * Creates a folder and its parents if they do not exist.
   *
   * @throws FileFault with the folder and the reason
   */
  public static void make(Path folder, String choice) throws FileFault {
    try {
      Files.createDirectories(folder);
    } catch (NoSuchFileException e) {
      throw fault(folder, "cannot be created", "the file system does not allow it", choice, e);
    } catch (IOException e) {
      String reason = fileAbove(folder).map(f -> f + NO_FOLDER).orElse(FileFault.reason(e));
      throw fault(folder, "cannot be created", reason, choice, e);
    }
  }

  private static Optional<Path> fileAbove(Path folder) {
    return Stream.iterate(folder, Objects::nonNull, Path::getParent)
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static FileFault fault(
      Path folder, String what, String reason, String choice, IOException cause) {
    String words = folder + ": " + what + ": " + reason + "; choose another folder with " + choice;
    return new FileFault(words, cause);
  }

  /** Creates a folder that only the account of this process may enter. */
  public static void makePrivate(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder.getParent());
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
    }
  }

  /**
   * Removes the access of other accounts to the data folder and its direct content, if this account
   * owns them. As root, the database may have to run under another account; that account may then
   * enter the folder but cannot list its content.
   *
   * @param served whether an embedded database has its files there
   */
  public static void protect(Path data, boolean served) throws IOException {
    tighten(data, served && ServerAccount.isForeign() ? PASSABLE : PRIVATE);
    try (Stream<Path> all = Files.list(data)) {
      for (Path path : all.toList()) {
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
          tighten(path, PRIVATE_FILE);
        } else if (OWN_FOLDERS.contains(path.getFileName().toString())
            && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          tighten(path, PRIVATE);
        }
      }
    }
  }

  /** Removes permissions and adds none; files of another owner stay unchanged. */
  private static void tighten(Path path, Set<PosixFilePermission> most) throws IOException {
    try {
      Set<PosixFilePermission> now = EnumSet.noneOf(PosixFilePermission.class);
      now.addAll(Files.getPosixFilePermissions(path));
      if (now.retainAll(most)) {
        Files.setPosixFilePermissions(path, now);
      }
    } catch (FileSystemException e) {
      LOG.warn("{} cannot be shut to other accounts: {}", path, FileFault.reason(e));
    }
  }

  /** Replaces a file by a new one that only the account of this process may read. */
  public static void writePrivate(Path file, byte[] bytes) throws IOException {
    Files.deleteIfExists(file);
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PRIVATE_FILE))) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    }
  }

  /** Deletes a folder with all its content; does nothing when it does not exist. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(folder)) {
      paths = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }

  /**
   * Returns the entries of the folder whose names start with the prefix; empty when the folder does
   * not exist.
   */
  public static List<Path> beginningWith(Path folder, String prefix) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> path.getFileName().toString().startsWith(prefix)).toList();
    }
  }
}
