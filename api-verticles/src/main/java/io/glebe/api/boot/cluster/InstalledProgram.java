package io.glebe.api.boot.cluster;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine; servers are often in folders that the PATH of a user does not name. */
public final class InstalledProgram {
  private static final List<String> FOLDERS =
      List.of("/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin");

  private InstalledProgram() {}

  /** Returns the path of a program; empty when it is not installed. */
  public static Optional<Path> find(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), FOLDERS.stream())
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
