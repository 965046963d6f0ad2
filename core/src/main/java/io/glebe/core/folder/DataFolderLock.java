package io.glebe.core.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock on a data folder, held by the one process that may use it. The operating system releases
 * the lock whenever the process ends.
 */
public final class DataFolderLock implements AutoCloseable {
  private static final String FILE = "glebe.lock";
  private static final String CHOICE = "--data";
  private static final int MAX_NOTE = 128;

  /**
   * Folders held by this process. On POSIX systems, closing a second channel on the lock file would
   * release the first channel's lock, so a second channel is never opened.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  private DataFolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /**
   * Takes the lock of the folder; creates the folder when it does not exist.
   *
   * @throws DataFolderInUse when this or another process holds the lock
   */
  public static DataFolderLock take(Path folder) throws IOException {
    Folders.make(folder, CHOICE);
    Path real = folder.toRealPath();
    if (!HELD.add(real)) {
      throw new DataFolderInUse(folder, Long.toString(ProcessHandle.current().pid()));
    }
    try {
      return new DataFolderLock(real, locked(folder));
    } catch (DataFolderInUse | RuntimeException e) {
      HELD.remove(real);
      throw e;
    } catch (IOException e) {
      HELD.remove(real);
      throw fault(folder, e);
    }
  }

  private static FileFault fault(Path folder, IOException cause) {
    return new FileFault(
        folder
            + ": cannot be written: "
            + FileFault.reason(cause)
            + "; choose another folder with "
            + CHOICE,
        cause);
  }

  private static FileChannel locked(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(FILE),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(Folders.PRIVATE_FILE));
    FileLock lock = channel.tryLock(Long.MAX_VALUE - 1, 1, false);
    if (lock == null) {
      String holder = note(channel);
      channel.close();
      throw new DataFolderInUse(folder, holder.split(" ", 2)[0]);
    }
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap(note(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
    return channel;
  }

  private static String note(long pid) {
    return pid + " " + ProcessIdentity.of(pid).orElse("");
  }

  /**
   * Returns the process that holds the folder's lock, or the last holder if it is still alive;
   * empty when there is none. Does not touch the lock itself.
   */
  public static Optional<ProcessHandle> holder(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    String note = Files.readString(file, StandardCharsets.US_ASCII);
    return note.matches("\\d{1,18} \\S+")
        ? ProcessHandle.of(Long.parseLong(note.split(" ", -1)[0]))
            .filter(process -> note.equals(note(process.pid())))
        : Optional.empty();
  }

  private static String note(FileChannel channel) throws IOException {
    ByteBuffer note = ByteBuffer.allocate(MAX_NOTE);
    channel.read(note, 0);
    return new String(note.array(), 0, note.position(), StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    HELD.remove(folder);
  }

  /** Another process uses the data folder. The message is shown to the person at the terminal. */
  public static final class DataFolderInUse extends IOException {
    private static final long serialVersionUID = 1L;

    DataFolderInUse(Path folder, String holder) {
      super(
          "the data folder "
              + folder
              + " is in use by another process"
              + (holder.isBlank() ? "" : " (pid " + holder + ")")
              + "; stop it or choose another folder with --data");
    }
  }
}
