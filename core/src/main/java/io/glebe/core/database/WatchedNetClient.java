package io.glebe.core.database;

import io.vertx.core.Future;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A client of TCP that reports its connections before they are used. */
final class WatchedNetClient implements NetClient {
  private final NetClient client;
  private final Consumer<NetSocket> connected;

  WatchedNetClient(NetClient client, Consumer<NetSocket> connected) {
    this.client = client;
    this.connected = connected;
  }

  private Future<NetSocket> reported(Future<NetSocket> socket) {
    return socket.onSuccess(connected::accept);
  }

  @Override
  public Future<NetSocket> connect(int port, String host) {
    return reported(client.connect(port, host));
  }

  @Override
  public Future<NetSocket> connect(int port, String host, String serverName) {
    return reported(client.connect(port, host, serverName));
  }

  @Override
  public Future<NetSocket> connect(SocketAddress server) {
    return reported(client.connect(server));
  }

  @Override
  public Future<NetSocket> connect(SocketAddress server, String serverName) {
    return reported(client.connect(server, serverName));
  }

  @Override
  public Future<NetSocket> connect(ConnectOptions options) {
    return reported(client.connect(options));
  }

  @Override
  public Future<Void> shutdown(long timeout, TimeUnit unit) {
    return client.shutdown(timeout, unit);
  }

  @Override
  public Future<Boolean> updateSSLOptions(ClientSSLOptions options, boolean force) {
    return client.updateSSLOptions(options, force);
  }

  @Override
  public boolean isMetricsEnabled() {
    return client.isMetricsEnabled();
  }
}
