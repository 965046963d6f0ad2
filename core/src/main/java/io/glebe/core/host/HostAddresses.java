package io.glebe.core.host;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks up the addresses of a host. */
@FunctionalInterface
public interface HostAddresses {
  /**
   * All addresses of the host; waits.
   *
   * @throws UnknownHostException if there are none, or not in time
   */
  List<InetAddress> of(String host) throws UnknownHostException;
}
