package io.glebe.core.connection;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.ClientOptionsBase;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The transport of Vert.x, with servers that close a connection beyond a {@link ConnectionLimit}
 * when they accept it: before TLS, before a byte is read, and before a handler is made for it. One
 * that is not its client's turn yet waits in the same state. Servers of HTTP without encryption
 * look at the first request of a connection, see {@link FirstRequest}.
 */
public final class LimitedTransport implements io.vertx.core.transport.Transport {
  private final io.vertx.core.transport.Transport base;
  private final Transport limited;

  private LimitedTransport(
      io.vertx.core.transport.Transport base,
      Map<Integer, ConnectionLimit> limits,
      Duration headTime,
      HeadMemory heads) {
    this.base = base;
    Acceptance acceptance = new Acceptance(Map.copyOf(limits), headTime, heads, false);
    this.limited = new Limited(base.implementation(), acceptance);
  }

  /**
   * The native transport of the operating system where it is available, otherwise that of the JDK.
   *
   * @param limits by the port of the server; other servers have no limit
   * @param headTime for the head of the first request of a connection of HTTP without encryption
   * @param heads the memory of the heads of requests
   */
  public static LimitedTransport of(
      Map<Integer, ConnectionLimit> limits, Duration headTime, HeadMemory heads) {
    io.vertx.core.transport.@Nullable Transport own =
        io.vertx.core.transport.Transport.nativeTransport();
    return new LimitedTransport(
        own != null && own.available() ? own : io.vertx.core.transport.Transport.NIO,
        limits,
        headTime,
        heads);
  }

  @Override
  public String name() {
    return base.name();
  }

  @Override
  public boolean available() {
    return base.available();
  }

  @Override
  public Throwable unavailabilityCause() {
    return base.unavailabilityCause();
  }

  @Override
  public Transport implementation() {
    return limited;
  }

  /** Sees the connections that a server has accepted, before their event loop gets them. */
  @Sharable
  private static final class Acceptance extends ChannelInboundHandlerAdapter {
    private final Map<Integer, ConnectionLimit> limits;
    private final Duration headTime;
    private final HeadMemory heads;
    private final boolean upgrades;

    Acceptance(
        Map<Integer, ConnectionLimit> limits,
        Duration headTime,
        HeadMemory heads,
        boolean upgrades) {
      this.limits = limits;
      this.headTime = headTime;
      this.heads = heads;
      this.upgrades = upgrades;
    }

    /** The same of a server whose clients may ask for an upgrade to HTTP/2. */
    Acceptance ofUpgrades() {
      return new Acceptance(limits, headTime, heads, true);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (!(message instanceof Channel connection)
          || !(context.channel().localAddress() instanceof InetSocketAddress server)
          || !(connection.remoteAddress() instanceof InetSocketAddress peer)) {
        context.fireChannelRead(message);
        return;
      }
      heads.attach(connection);
      if (upgrades) {
        connection.pipeline().addFirst(new FirstRequest(headTime));
      }
      ConnectionLimit limit = limits.get(server.getPort());
      if (limit == null) {
        context.fireChannelRead(message);
        return;
      }
      InetAddress client = peer.getAddress();
      if (limit.admits(client)) {
        long wait = limit.waitNanos(client);
        if (wait < 0) {
          connection.unsafe().closeForcibly();
          limit.closed(client);
        } else {
          connection.closeFuture().addListener(closed -> limit.closed(client));
          pass(context, connection, wait);
        }
      } else {
        connection.unsafe().closeForcibly();
      }
    }

    /** Gives a connection to its event loop when it has its turn; until then nothing is read. */
    private static void pass(ChannelHandlerContext context, Channel connection, long wait) {
      if (wait == 0) {
        context.fireChannelRead(connection);
        return;
      }
      var _ =
          context
              .executor()
              .schedule(
                  () -> {
                    if (context.channel().isOpen()) {
                      context.fireChannelRead(connection);
                    } else {
                      connection.unsafe().closeForcibly();
                    }
                  },
                  wait,
                  TimeUnit.NANOSECONDS);
    }
  }

  /** Adds the limits to each server; everything else is the base. */
  private record Limited(Transport base, Acceptance acceptance) implements Transport {
    @Override
    public void configure(NetServerOptions options, boolean domain, ServerBootstrap bootstrap) {
      base.configure(options, domain, bootstrap);
      boolean upgrades =
          options instanceof HttpServerOptions http && http.isHttp2ClearTextEnabled();
      bootstrap.handler(upgrades && !options.isSsl() ? acceptance.ofUpgrades() : acceptance);
    }

    @Override
    public void configure(
        ClientOptionsBase options, int connectTimeout, boolean domain, Bootstrap bootstrap) {
      base.configure(options, connectTimeout, domain, bootstrap);
    }

    @Override
    public void configure(DatagramChannel channel, DatagramSocketOptions options) {
      base.configure(channel, options);
    }

    @Override
    public boolean supportsDomainSockets() {
      return base.supportsDomainSockets();
    }

    @Override
    public boolean supportFileRegion() {
      return base.supportFileRegion();
    }

    @Override
    public boolean isAvailable() {
      return base.isAvailable();
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
      return base.unavailabilityCause();
    }

    @Override
    public SocketAddress convert(io.vertx.core.net.SocketAddress address) {
      return base.convert(address);
    }

    @Override
    public io.vertx.core.net.SocketAddress convert(SocketAddress address) {
      return base.convert(address);
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
      return base.ioHandlerFactory();
    }

    @Override
    public EventLoopGroup eventLoopGroup(int type, int threads, ThreadFactory factory, int ratio) {
      return base.eventLoopGroup(type, threads, factory, ratio);
    }

    @Override
    public DatagramChannel datagramChannel() {
      return base.datagramChannel();
    }

    @Override
    @SuppressWarnings("deprecation") // the interface of Vert.x has the deprecated type of Netty
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
      return base.datagramChannel(family);
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domain) {
      return base.channelFactory(domain);
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domain) {
      return base.serverChannelFactory(domain);
    }
  }
}
