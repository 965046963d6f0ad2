package io.glebe.mqtt.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The client id by which the outside broker knows this process again: made once, kept in the data
 * folder, so that after a restart the broker hands over what was not acknowledged.
 */
public final class BridgeIdentity {
  private BridgeIdentity() {}

  /** The id of a data folder; blocking. */
  public static String ofFolder(Path data) throws IOException {
    Path file = data.resolve("mqtt").resolve("bridge-id");
    if (!Files.exists(file)) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "glebe-" + UUID.randomUUID());
    }
    return Files.readString(file).strip();
  }
}
