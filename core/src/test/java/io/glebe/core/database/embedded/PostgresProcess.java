package io.glebe.core.database.embedded;

import io.glebe.core.folder.CacheFolder;
import io.glebe.core.folder.ServerAccount;
import io.glebe.core.progress.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;

/** A PostgreSQL server with settings of a test, as a process with new files. */
public final class PostgresProcess implements AutoCloseable {
  private static final String PASSWORD = "a-word";
  private static final int SECONDS = 60;

  private final Process process;
  private final int port;

  private PostgresProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts the server of the embedded version.
   *
   * @param settings lines of postgresql.conf
   * @param access lines of pg_hba.conf
   */
  public static PostgresProcess start(Path folder, List<String> settings, List<String> access)
      throws IOException {
    Path programs = PostgresBinaries.unpacked(CacheFolder.ofUser(), Progress.NONE);
    return start(programs, folder, settings, access);
  }

  /** Starts the server of an older version; the test is skipped on machines without it. */
  public static PostgresProcess ofVersion(int major, Path folder) throws IOException {
    Path jar = Path.of("target", "test-tools", "postgres-" + major + ".jar");
    Assumptions.assumeTrue(Files.exists(jar), "Maven copies the programs on Linux (amd64)");
    Path programs = folder.resolve("programs");
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry archive =
          zip.stream().filter(entry -> entry.getName().endsWith(".txz")).findFirst().orElseThrow();
      try (InputStream bytes = zip.getInputStream(archive)) {
        PostgresBinaries.extract(bytes, programs);
      }
    }
    return start(programs, folder, List.of(), List.of("host all all 127.0.0.1/32 scram-sha-256"));
  }

  private static PostgresProcess start(
      Path programs, Path folder, List<String> settings, List<String> access) throws IOException {
    ServerAccount account = ServerAccount.detect();
    Path data = Files.createDirectories(folder.resolve("server"));
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    account.own(data);
    account.own(password);
    run(
        account.server(
            List.of(
                programs.resolve("bin/initdb").toString(),
                "-D",
                data.toString(),
                "-U",
                "glebe",
                "-A",
                "scram-sha-256",
                "--pwfile",
                password.toString(),
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync")));
    Files.write(data.resolve("postgresql.conf"), settings, StandardOpenOption.APPEND);
    Files.write(data.resolve("pg_hba.conf"), access);
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.add(programs.resolve("bin/postgres").toString());
    command.addAll(List.of("-D", data.toString()));
    for (String setting :
        List.of(
            "listen_addresses=127.0.0.1",
            "port=" + port,
            "unix_socket_directories=",
            "fsync=off",
            "logging_collector=off",
            "lc_messages=C",
            "log_line_prefix=")) {
      command.addAll(List.of("-c", setting));
    }
    return new PostgresProcess(PostgresServer.start(account.server(command), SECONDS), port);
  }

  private static void run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(words);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The address as text, as an operator writes it. */
  public String url(String user, String host, String parameters) {
    return "postgresql://%s:%s@%s:%d/postgres%s"
        .formatted(user, PASSWORD, host, port, parameters.isEmpty() ? "" : "?" + parameters);
  }

  @Override
  public void close() throws IOException {
    StaleServer.signal(process.pid(), "INT");
    process.onExit().completeOnTimeout(process, SECONDS, TimeUnit.SECONDS).join();
  }
}
