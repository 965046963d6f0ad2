package io.glebe.api.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The kept inputs: {@code src/test/resources/fuzz/TARGET/NAME}. */
final class FuzzCorpus {
  static final Path FOLDER = Path.of("src", "test", "resources", "fuzz");

  private FuzzCorpus() {}

  /** The names of the folders, in their order. */
  static List<String> folders() throws IOException {
    try (Stream<Path> folders = Files.list(FOLDER)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  static Path of(String target) {
    return FOLDER.resolve(target);
  }

  /** The inputs of a target, in the order of their names. */
  static List<Path> inputs(String target) throws IOException {
    try (Stream<Path> files = Files.list(of(target))) {
      return files.sorted().toList();
    }
  }

  /** Writes the inputs of all targets as a run of all targets reads them. */
  static void writeJoined(Path to) throws IOException {
    List<String> names = FuzzTargets.names();
    for (String name : names) {
      for (Path input : inputs(name)) {
        byte[] bytes = Files.readAllBytes(input);
        byte[] joined = new byte[bytes.length + 1];
        joined[0] = (byte) names.indexOf(name);
        System.arraycopy(bytes, 0, joined, 1, bytes.length);
        Files.write(to.resolve(name + "-" + input.getFileName()), joined);
      }
    }
  }
}
