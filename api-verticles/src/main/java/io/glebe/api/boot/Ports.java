package io.glebe.api.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Reserves ports before anything else starts, and explains to people why a port is refused. */
final class Ports {
  /**
   * The flags or settings by which people choose another address.
   *
   * @param host flag or setting of the host
   * @param port flag or setting of the port
   */
  record Choice(String host, String port) {}

  /** A free port of the first host may be taken on the second one. */
  private static final int FREE_PORT_ATTEMPTS = 10;

  private Ports() {}

  /**
   * A port that is bound but has no listener yet: clients are refused, and no other process gets it
   * as a free port. After it is closed, the server can listen.
   */
  record Reserved(int port, List<SocketChannel> channels) implements AutoCloseable {
    @Override
    public void close() {
      for (SocketChannel channel : channels) {
        try {
          channel.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /**
   * Reserves the same port on all hosts; 0 picks a free one.
   *
   * @throws IOException with a message for people, when a host or the port cannot be used
   */
  static Reserved reserve(List<String> hosts, int port, Choice choice) throws IOException {
    for (int attempt = 1; ; attempt++) {
      List<SocketChannel> channels = new ArrayList<>();
      int chosen = port;
      String host = hosts.getFirst();
      try {
        for (String next : hosts) {
          host = next;
          channels.add(bind(host, chosen));
          chosen = ((InetSocketAddress) channels.getLast().getLocalAddress()).getPort();
        }
        return new Reserved(chosen, channels);
      } catch (IOException e) {
        new Reserved(chosen, channels).close();
        if (port != 0 || channels.isEmpty() || attempt == FREE_PORT_ATTEMPTS) {
          throw refused(host, chosen, choice, e);
        }
      }
    }
  }

  static boolean isFree(String host, int port) {
    try {
      bind(host, port).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The same failure with a message for people. */
  static IOException refused(String host, int port, Choice choice, IOException cause) {
    return new IOException(message(host, port, choice, cause), cause);
  }

  private static String message(String host, int port, Choice choice, IOException cause) {
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

  private static SocketChannel bind(String host, int port) throws IOException {
    InetAddress address = InetAddress.getByName(host);
    SocketChannel channel =
        SocketChannel.open(
            address instanceof Inet4Address
                ? StandardProtocolFamily.INET
                : StandardProtocolFamily.INET6);
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true); // after a restart
      return channel.bind(new InetSocketAddress(address, port));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }
}
