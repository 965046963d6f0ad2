package io.glebe.api.boot.watch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * Checks one listening port: a connection that ends its side at once must be closed by the server.
 * The operating system completes a connection without the process; only a server that accepts it
 * closes it.
 */
final class WatchedListener implements WatchedPart {
  private final String name;
  private final InetSocketAddress address;
  private final int timeoutMillis;

  /**
   * @param name of the protocol
   * @param host on which the server listens; for all interfaces the loopback interface is checked
   */
  WatchedListener(String name, String host, int port, Duration timeout) throws IOException {
    this.name = name;
    this.timeoutMillis = (int) timeout.toMillis();
    InetAddress listening = InetAddress.getByName(host);
    this.address =
        new InetSocketAddress(
            listening.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : listening, port);
  }

  @Override
  public boolean works() {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(timeoutMillis);
      socket.connect(address, timeoutMillis);
      socket.shutdownOutput();
      var _ = socket.getInputStream().read();
      return true;
    } catch (ConnectException | SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true; // a reset is an answer; a missing file handle says nothing about the listener
    }
  }

  @Override
  public String failure() {
    return "the " + name + " listener at port " + address.getPort() + " does not accept";
  }

  @Override
  public String details() {
    return "";
  }
}
