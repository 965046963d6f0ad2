package io.glebe.api.boot;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Asks whether a port can be listened at, and says it to people when not. */
final class Ports {
  private Ports() {}

  /**
   * Listens for a moment; port 0 stands for any free one.
   *
   * @param choice where people choose another port
   * @throws IOException made for people, when nobody can listen there
   */
  static void requireFree(String host, int port, String choice) throws IOException {
    try {
      listen(host, port);
    } catch (BindException e) {
      throw refused(port, choice, e);
    } catch (IOException e) {
      throw new IOException("nothing can listen at " + host + ": " + e.getMessage(), e);
    }
  }

  static boolean isFree(String host, int port) {
    try {
      listen(host, port);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  static IOException refused(int port, String choice, BindException cause) {
    return new IOException(
        "port %d is taken or not allowed (%s); choose another with %s"
            .formatted(port, cause.getMessage(), choice),
        cause);
  }

  private static void listen(String host, int port) throws IOException {
    new ServerSocket(port, 1, InetAddress.getByName(host)).close();
  }
}
