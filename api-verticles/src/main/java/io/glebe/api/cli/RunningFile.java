package io.glebe.api.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.ops.BuildInfo;
import io.glebe.core.folder.Folders;
import io.glebe.core.folder.ProcessIdentity;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * {@code running.json} in the data folder: the addresses that the running process serves. It exists
 * only while the platform is ready.
 */
public final class RunningFile {
  private static final String NAME = "running.json";

  private RunningFile() {}

  /**
   * Writes the file atomically; closing the handle deletes it.
   *
   * @param details the addresses that are served; process id and start time are added
   */
  public static AutoCloseable write(Path data, ObjectNode details) throws IOException {
    long pid = ProcessHandle.current().pid();
    ObjectNode all = details.deepCopy().put("pid", pid);
    all.put("process", ProcessIdentity.of(pid).orElse(""));
    all.put("readyAt", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    all.put("version", BuildInfo.current().version());
    Path file = data.resolve(NAME);
    Path temporary = data.resolve(NAME + ".new");
    Folders.make(data, "--data");
    Folders.writePrivate(temporary, Json.bytes(all));
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return () -> Files.deleteIfExists(file);
  }

  /**
   * The details of the process that runs on this data folder; empty when there is none, or when it
   * died without deleting the file, even if another process has its id now.
   */
  static Optional<ObjectNode> read(Path data) throws IOException {
    Path file = data.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    ObjectNode details = Json.parseObject(Files.readAllBytes(file));
    String process = details.path("process").asText();
    return ProcessIdentity.of(details.path("pid").asLong(-1)).filter(process::equals).isPresent()
        ? Optional.of(details)
        : Optional.empty();
  }

  /**
   * The details of the process that runs on this data folder.
   *
   * @throws RunningPlatform.NotRunning when there is none
   */
  public static ObjectNode require(Path data) throws IOException {
    return read(data).orElseThrow(() -> new RunningPlatform.NotRunning(data));
  }
}
