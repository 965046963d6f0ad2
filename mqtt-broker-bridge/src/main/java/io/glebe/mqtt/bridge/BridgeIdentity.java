package io.glebe.mqtt.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The client id of this process at the outside broker. It is created once and kept in the data
 * folder, so that after a restart the broker delivers the messages that were not acknowledged.
 */
public final class BridgeIdentity {
  private BridgeIdentity() {}

  /** Returns the id of a data folder; blocks. */
  public static String ofFolder(Path data) throws IOException {
    Path file = data.resolve("mqtt").resolve("bridge-id");
    if (!Files.exists(file)) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "glebe-" + UUID.randomUUID());
    }
    return Files.readString(file).strip();
  }
}
