package io.glebe.api.cli.access;

import io.glebe.core.config.InvalidSettings;
import java.net.URI;
import java.util.Set;

/** The addresses to which the command line sends a token. */
public final class TokenPlace {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private TokenPlace() {}

  /** Refuses an address without encryption, unless it is of this machine. */
  public static void require(URI address) {
    boolean isLocal = address.getHost() != null && LOOPBACK.contains(address.getHost());
    boolean isEncrypted = address.getHost() != null && "https".equals(address.getScheme());
    if (!isEncrypted && !(isLocal && "http".equals(address.getScheme()))) {
      throw new InvalidSettings(
          "a token is sent to an https address, or to an http address of this machine; not to "
              + address);
    }
  }
}
