package io.glebe.mqtt.bridge;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * The session of this process at the outside broker. While it exists, the broker keeps a part of
 * the messages for it, also while the process is not connected.
 *
 * @param clientId the same at every start, and different for every process
 * @param expiry how long the broker keeps the session while the process is not connected
 * @param endsAtStop whether a stop ends the session, so that other processes get all messages
 */
public record BridgeSession(String clientId, Duration expiry, boolean endsAtStop) {
  private static final String HOST = "{host}";

  /**
   * Returns the client id: of the setting, in which {@value #HOST} stands for the name of this
   * host, or one that is created once and kept in the data folder. Blocking.
   */
  public static String clientId(Optional<String> chosen, Path data) throws IOException {
    if (chosen.isPresent()) {
      String host = InetAddress.getLocalHost().getHostName();
      return chosen.get().replace(HOST, host);
    }
    Path file = data.resolve("mqtt").resolve("bridge-id");
    if (!Files.exists(file)) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "glebe-" + UUID.randomUUID());
    }
    return Files.readString(file).strip();
  }
}
