package io.glebe.api.boot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * {@code running.json} in the data folder: what the running process has opened. It exists only
 * while the platform is ready.
 */
final class RunningFile {
  private static final String NAME = "running.json";

  private RunningFile() {}

  /** Writes the file so that readers see all of it or nothing; the handle removes it. */
  static AutoCloseable write(Path data, ObjectNode facts) throws IOException {
    Path file = data.resolve(NAME);
    Path beside = data.resolve(NAME + ".new");
    Files.createDirectories(data);
    Files.write(beside, Json.bytes(facts));
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return () -> Files.deleteIfExists(file);
  }

  /**
   * The facts of the process that runs on this data folder; absent when there is none, or when it
   * died without cleaning up.
   */
  static Optional<ObjectNode> read(Path data) throws IOException {
    Path file = data.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    ObjectNode facts = Json.parseObject(Files.readAllBytes(file));
    boolean alive =
        ProcessHandle.of(facts.path("pid").asLong(-1)).map(ProcessHandle::isAlive).orElse(false);
    return alive ? Optional.of(facts) : Optional.empty();
  }
}
