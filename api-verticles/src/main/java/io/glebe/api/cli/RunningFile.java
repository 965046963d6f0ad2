package io.glebe.api.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.ops.BuildInfo;
import io.glebe.core.database.Folders;
import io.glebe.core.database.ProcessIdentity;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * {@code running.json} in the data folder: what the running process has opened. It exists only
 * while the platform is ready.
 */
public final class RunningFile {
  private static final String NAME = "running.json";

  private RunningFile() {}

  /**
   * Writes the file so that readers see all of it or nothing; the handle removes it.
   *
   * @param facts what has been opened; which process it is and since when is added
   */
  public static AutoCloseable write(Path data, ObjectNode facts) throws IOException {
    long pid = ProcessHandle.current().pid();
    ObjectNode all = facts.deepCopy().put("pid", pid);
    all.put("process", ProcessIdentity.of(pid).orElse(""));
    all.put("readyAt", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    all.put("version", BuildInfo.current().version());
    Path file = data.resolve(NAME);
    Path beside = data.resolve(NAME + ".new");
    Folders.make(data, "--data");
    Folders.writePrivate(beside, Json.bytes(all));
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return () -> Files.deleteIfExists(file);
  }

  /**
   * The facts of the process that runs on this data folder; absent when there is none, or when it
   * died without cleaning up, also where another process has its id meanwhile.
   */
  static Optional<ObjectNode> read(Path data) throws IOException {
    Path file = data.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    ObjectNode facts = Json.parseObject(Files.readAllBytes(file));
    String process = facts.path("process").asText();
    return ProcessIdentity.of(facts.path("pid").asLong(-1)).filter(process::equals).isPresent()
        ? Optional.of(facts)
        : Optional.empty();
  }

  /**
   * The facts of the process that runs on this data folder.
   *
   * @throws NotRunning when there is none
   */
  static ObjectNode require(Path data) throws IOException {
    return read(data).orElseThrow(() -> new NotRunning(data));
  }
}
