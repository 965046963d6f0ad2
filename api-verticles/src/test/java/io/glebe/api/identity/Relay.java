package io.glebe.api.identity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes connections at a port of its own to a server, until it is cut. */
final class Relay implements AutoCloseable {
  private final int target;
  private final int port;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private ServerSocket server;

  /** A relay that is not connected yet. */
  Relay(int target) {
    this.target = target;
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      port = server.getLocalPort();
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return port;
  }

  /** Begins to accept connections. */
  synchronized void connect() {
    try {
      ServerSocket next = new ServerSocket();
      next.setReuseAddress(true);
      next.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      server = next;
      Thread.ofVirtual().start(() -> accept(next));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes all connections and refuses new ones. */
  synchronized void cut() {
    close(server);
    open.forEach(Relay::close);
    open.clear();
  }

  private void accept(ServerSocket listening) {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Socket provider = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(provider);
        Thread.ofVirtual().start(() -> pass(client, provider));
        Thread.ofVirtual().start(() -> pass(provider, client));
      } catch (IOException cut) {
        close(listening);
      }
    }
  }

  private static void pass(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      in.transferTo(to.getOutputStream());
    } catch (IOException cut) {
      close(to);
    }
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    cut();
  }
}
