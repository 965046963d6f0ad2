package io.glebe.api.boot;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Asks whether a port can be listened at, and says it to people when not. */
final class Ports {
  /**
   * Where people choose another address.
   *
   * @param host flag or setting of the host
   * @param port flag or setting of the port
   */
  record Choice(String host, String port) {}

  private Ports() {}

  /**
   * Listens for a moment; port 0 stands for any free one.
   *
   * @throws IOException made for people, when nobody can listen there
   */
  static void requireFree(String host, int port, Choice choice) throws IOException {
    try {
      listen(host, port);
    } catch (IOException e) {
      throw refused(host, port, choice, e);
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

  /** The same failure, in words for people. */
  static IOException refused(String host, int port, Choice choice, IOException cause) {
    return new IOException(words(host, port, choice, cause), cause);
  }

  private static String words(String host, int port, Choice choice, IOException cause) {
    String reason = String.valueOf(cause.getMessage());
    if (cause instanceof UnknownHostException) {
      return "the host name %s is unknown; choose an address of this machine with %s"
          .formatted(host, choice.host);
    }
    if (reason.contains("assign requested address")) {
      return "this machine has no address %s; choose one of its own with %s"
          .formatted(host, choice.host);
    }
    if (reason.contains("ermission denied")) {
      return "port %d is not allowed for this account; choose one from 1024 on with %s"
          .formatted(port, choice.port);
    }
    return cause instanceof BindException
        ? "port %d is taken; choose another with %s".formatted(port, choice.port)
        : "nothing can listen at %s port %d: %s".formatted(host, port, reason);
  }

  private static void listen(String host, int port) throws IOException {
    new ServerSocket(port, 1, InetAddress.getByName(host)).close();
  }
}
