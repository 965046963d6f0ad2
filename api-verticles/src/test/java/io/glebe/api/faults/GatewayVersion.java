package io.glebe.api.faults;

import io.glebe.api.boot.PlatformProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The version of the platform that a gateway of a cluster is at its next start. */
final class GatewayVersion {
  private final Path script;

  /**
   * @param script file of the command that all gateways are started with
   */
  GatewayVersion(Path script) {
    this.script = script;
  }

  /** The command of each start. */
  List<String> command() {
    return List.of("/bin/sh", script.toString());
  }

  /** Gateways that start from now on are run by this command of a JVM without a main class. */
  void becomes(List<String> java) throws IOException {
    String command =
        java.stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    Path next = script.resolveSibling(script.getFileName() + ".next");
    Files.createDirectories(script.getParent());
    Files.writeString(next, "exec " + command + " \"$@\"\n");
    Files.move(next, script, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * The command of a JVM for an unpacked package, with its own flags and libraries.
   *
   * @param folder with {@code jvm.options} and {@code lib}
   */
  static List<String> ofPackage(Path folder) {
    List<String> java = new ArrayList<>(PlatformProcess.shortLivedJava());
    java.replaceAll(word -> word.startsWith("@") ? "@" + folder.resolve("jvm.options") : word);
    java.set(java.indexOf("-cp") + 1, folder.resolve("lib") + "/*");
    return java;
  }
}
