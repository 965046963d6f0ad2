package io.glebe.core.database.embedded;

import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.folder.DataFolderLock;
import io.glebe.core.folder.ServerAccount;
import io.glebe.core.progress.Progress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An embedded PostgreSQL server: {@code EmbeddedPostgres.start(data, cache, Durability.SAFE)}. It
 * keeps its files in {@code <data>/postgres}, listens on the loopback interface at a free port with
 * a random password, and survives a crash of this process: the next start stops the old server and
 * PostgreSQL recovers from its log. Blocking; call it from a thread that may wait.
 */
public final class EmbeddedPostgres implements AutoCloseable {
  /** The permitted loss of data after a crash of the machine. */
  public enum Durability {
    /** No acknowledged data is lost. */
    SAFE,
    /** For temporary databases: all data may be lost. */
    NONE
  }

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
  static final String USER = "glebe";
  static final String DATABASE = "postgres";
  static final String FOLDER = "postgres";
  private static final int START_SECONDS = 60;
  private static final int STOP_SECONDS = 60;
  private static final long RETRY_NANOS = 30_000_000_000L;
  private static final long RETRY_PAUSE_NANOS = 200_000_000L;
  private static final int MAX_CONNECTIONS = 200;

  /** Options of a server that nobody follows. */
  private static final List<String> ALONE = List.of("wal_level=minimal", "max_wal_senders=0");

  private final DataFolderLock lock;
  private final Process process;
  private final DatabaseAddress address;

  private EmbeddedPostgres(DataFolderLock lock, Process process, DatabaseAddress address) {
    this.lock = lock;
    this.process = process;
    this.address = address;
  }

  /**
   * Starts the server; creates its files when the folder is new.
   *
   * @param data the data folder, absolute; locked until {@link #close}
   * @param cache folder for the unpacked programs
   * @throws DataFolderLock.DataFolderInUse when another process uses the folder
   */
  public static EmbeddedPostgres start(Path data, Path cache, Durability durability)
      throws IOException {
    return start(data, cache, durability, Progress.NONE);
  }

  /** Starts the server and reports the progress of long steps. */
  public static EmbeddedPostgres start(
      Path data, Path cache, Durability durability, Progress progress) throws IOException {
    return start(data, cache, durability, progress, OptionalInt.empty());
  }

  /**
   * Starts a server for other processes, which expect it at the same port after each start. A
   * {@link PostgresReplica} can follow it.
   */
  public static EmbeddedPostgres startAt(int port, Path data, Path cache) throws IOException {
    return start(data, cache, Durability.SAFE, Progress.NONE, OptionalInt.of(port));
  }

  private static EmbeddedPostgres start(
      Path data, Path cache, Durability durability, Progress progress, OptionalInt port)
      throws IOException {
    DataFolderLock lock = DataFolderLock.take(data);
    try {
      Path folder = PostgresBinaries.unpacked(cache, progress);
      ServerAccount account = ServerAccount.detect();
      account.requireAccess(folder.resolve("bin/postgres"), data);
      Path files = data.resolve(FOLDER);
      NewDatabaseFiles.clearLeftOvers(data);
      if (!Files.isDirectory(files)) {
        progress.begin("initialising the database in " + files);
        new NewDatabaseFiles(folder, account, durability).make(files);
      }
      progress.step("starting the database");
      StaleServer.clear(files);
      String password = NewDatabaseFiles.password(files);
      return launch(lock, folder, account, files, new Start(durability, password, port));
    } catch (Throwable e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Returns the address of the server that runs on a data folder, for a second process; empty when
   * none runs.
   */
  public static Optional<DatabaseAddress> running(Path data) throws IOException {
    Path files = data.resolve(FOLDER);
    Optional<Integer> port =
        DataFolderLock.holder(data).isPresent() ? StaleServer.port(files) : Optional.empty();
    if (port.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(address(port.get(), NewDatabaseFiles.password(files)));
  }

  /** Unpacks the programs if necessary, so that {@link #start} does not have to. */
  public static void unpack(Path cache) throws IOException {
    PostgresBinaries.unpacked(cache, Progress.NONE);
  }

  private static DatabaseAddress address(int port, String password) {
    return new DatabaseAddress("127.0.0.1", port, DATABASE, USER, password, "sslmode=disable");
  }

  /**
   * @param port where the server listens; empty for a free port
   */
  private record Start(Durability durability, String password, OptionalInt port) {}

  private static EmbeddedPostgres launch(
      DataFolderLock lock, Path folder, ServerAccount account, Path files, Start start)
      throws IOException {
    IOException last = new IOException("PostgreSQL was not started");
    long giveUp = System.nanoTime() + RETRY_NANOS;
    while (System.nanoTime() - giveUp < 0) {
      int port = start.port().isPresent() ? start.port().getAsInt() : freePort();
      try {
        Process process =
            PostgresServer.start(
                account.server(command(folder, files, port, start)), START_SECONDS);
        DatabaseAddress address = address(port, start.password());
        LOG.info("embedded PostgreSQL listens on 127.0.0.1:{}", port);
        return new EmbeddedPostgres(lock, process, address);
      } catch (IOException e) {
        last = e;
        if (!isTransient(e)) {
          break;
        }
        LockSupport.parkNanos(RETRY_PAUSE_NANOS); // the other server stops on its own
      }
    }
    throw last;
  }

  /** Another program took the port, or child processes of a killed server have not ended yet. */
  private static boolean isTransient(IOException e) {
    String words = String.valueOf(e.getMessage());
    return words.contains("could not bind")
        || words.contains("could not create any TCP/IP sockets")
        || words.contains("is still in use");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> command(Path folder, Path files, int port, Start start) {
    List<String> command =
        new ArrayList<>(List.of(folder.resolve("bin/postgres").toString(), "-D", files.toString()));
    List<String> options =
        new ArrayList<>(
            List.of(
                "listen_addresses=127.0.0.1",
                "port=" + port,
                "unix_socket_directories=",
                "max_connections=" + MAX_CONNECTIONS,
                "logging_collector=off",
                "log_destination=stderr",
                "log_line_prefix=",
                "lc_messages=C",
                // errors of clients would write their data into the log
                "log_min_messages=log",
                "log_min_error_statement=panic",
                "log_error_verbosity=terse",
                "timezone=UTC",
                "log_timezone=UTC",
                "jit=off",
                "shared_buffers=128MB",
                "max_wal_size=1GB",
                "password_encryption=scram-sha-256"));
    options.addAll(start.port().isPresent() ? PostgresReplica.OPTIONS : ALONE);
    if (start.durability() == Durability.NONE) {
      options.addAll(List.of("fsync=off", "synchronous_commit=off", "full_page_writes=off"));
    } else {
      options.addAll(List.of("fsync=on", "synchronous_commit=on", "full_page_writes=on"));
    }
    for (String option : options) {
      command.add("-c");
      command.add(option);
    }
    return command;
  }

  /** Returns the address of the server; its database {@value #DATABASE} exists. */
  public DatabaseAddress address() {
    return address;
  }

  /** Returns the process of the server. */
  public ProcessHandle process() {
    return process.toHandle();
  }

  /** Returns whether the server process is alive. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Stops the server: open sessions are closed, committed data is safe. Releases the data folder.
   */
  @Override
  public void close() throws IOException {
    try {
      if (process.isAlive()) {
        StaleServer.signal(process.pid(), "INT");
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
          StaleServer.signal(process.pid(), "QUIT");
          process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.close();
    }
  }
}
