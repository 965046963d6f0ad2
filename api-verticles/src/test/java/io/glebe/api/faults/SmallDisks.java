package io.glebe.api.faults;

import io.glebe.api.boot.cluster.InstalledProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A small file system in memory for the data of each gateway, which can be filled. A process with
 * namespaces of its own holds them, and gateways join it; no rights of an administrator are needed.
 */
final class SmallDisks implements AutoCloseable {
  /** Free space below which a gateway is not ready, as a setting. */
  static final String FREE_SPACE = "8M";

  private static final List<String> PROGRAMS = List.of("unshare", "nsenter", "setpriv");
  private static final String HOLD =
      """
      for folder; do
        mkdir -p "$folder" && mount -t tmpfs -o size=48m,mode=700 none "$folder" || exit 1
      done
      echo ready
      exec sleep infinity
      """;
  private static final int PROBE_SECONDS = 10;

  private final Process holder;

  private SmallDisks(Process holder) {
    this.holder = holder;
  }

  /** Makes one for each folder; empty where the machine does not allow it. */
  static Optional<SmallDisks> of(List<Path> folders) throws IOException {
    if (!PROGRAMS.stream().allMatch(name -> InstalledProgram.find(name).isPresent())) {
      return Optional.empty();
    }
    List<String> command =
        new ArrayList<>(List.of("unshare", "--user", "--map-root-user", "--mount"));
    command.addAll(List.of("setpriv", "--pdeathsig", "KILL", "sh", "-c", HOLD, "disks"));
    folders.forEach(folder -> command.add(folder.toString()));
    SmallDisks disks =
        new SmallDisks(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
    if (disks.isReady()) {
      return Optional.of(disks);
    }
    disks.close();
    return Optional.empty();
  }

  private boolean isReady() throws IOException {
    BufferedReader lines = holder.inputReader(StandardCharsets.US_ASCII);
    return "ready".equals(lines.readLine()) && succeeds(inside("true"));
  }

  private static boolean succeeds(List<String> command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).start();
      return process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** A command that sees the file systems and ends with the process that starts it. */
  List<String> inside(String... command) {
    List<String> all = new ArrayList<>(List.of("nsenter", "--user", "--mount"));
    all.addAll(List.of("--preserve-credentials", "--target", Long.toString(holder.pid()), "--"));
    all.addAll(List.of("setpriv", "--pdeathsig", "TERM"));
    all.addAll(List.of(command));
    return all;
  }

  private Path filling(Path folder) {
    return Path.of("/proc/" + holder.pid() + "/root" + folder, "filling");
  }

  /** Leaves no space on the file system of a folder. */
  void fill(Path folder) throws IOException {
    byte[] zeros = new byte[64 * 1024];
    try (OutputStream out = Files.newOutputStream(filling(folder))) {
      while (true) {
        out.write(zeros);
      }
    } catch (IOException full) {
      if (!String.valueOf(full.getMessage()).contains("No space left")) {
        throw full;
      }
    }
  }

  void clear(Path folder) throws IOException {
    Files.delete(filling(folder));
  }

  @Override
  public void close() {
    holder.destroyForcibly().onExit().join();
  }
}
