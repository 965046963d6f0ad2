package io.glebe.core.connection;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/** The network that one client controls: an IPv4 address, or 64 bits of an IPv6 address. */
public final class ClientNetwork {
  private static final int V6_BYTES = 8;

  private ClientNetwork() {}

  /** The network as text, equal for all addresses that one client can choose. */
  public static String of(InetAddress address) {
    return address instanceof Inet6Address six
        ? HexFormat.of().formatHex(six.getAddress(), 0, V6_BYTES)
        : address.getHostAddress();
  }
}
