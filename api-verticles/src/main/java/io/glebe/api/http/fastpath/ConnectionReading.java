package io.glebe.api.http.fastpath;

import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.connection.HeadMemory;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.MaxMessagesRecvByteBufAllocator;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.time.Duration;
import java.util.Optional;

/** How much of a connection is read, and whether. Event loop only. */
public final class ConnectionReading {
  /** Name of the handler in the pipeline of Vert.x that decodes requests. */
  static final String DECODER = "httpDecoder";

  private ConnectionReading() {}

  /**
   * Reads a connection once in a turn of its event loop (by default up to 16 times), and in slices:
   * a megabyte holds thousands of requests, and the other connections wait for all of them. Call
   * after {@link CachedResponseHandler#open}. Requests of HTTP/2 with several hosts stay
   * recognizable, see {@link Http2Frames}.
   *
   * @param settings the time for the head of a request of HTTP/1.1, the control frames of HTTP/2
   */
  public static void inTurns(HttpConnection connection, Settings settings) {
    if (connection instanceof HttpServerConnection server) {
      ChannelHandlerContext vertx = server.channelHandlerContext();
      readOnce(vertx.channel());
      ChannelPipeline pipeline = vertx.pipeline();
      if (vertx.handler() instanceof Http2ConnectionHandler http2) { // upgrades keep the decoder
        int controlFrames = settings.get(ConnectionSettings.HTTP2_CONTROL_FRAMES);
        Http2Slices slices = new Http2Slices(new Http2ControlFrames(controlFrames));
        pipeline.addBefore(vertx.name(), null, slices);
        Http2Frames.watch(http2.decoder(), slices);
      } else if (pipeline.context(DECODER) != null) {
        Http1Slices slices = new Http1Slices(settings.get(ConnectionSettings.HEAD_TIMEOUT));
        pipeline.addBefore(DECODER, Http1Slices.NAME, slices);
        pipeline.addAfter(DECODER, Http1Decoded.NAME, new Http1Decoded(slices));
        pipeline.addBefore(vertx.name(), Http1Responses.NAME, new Http1Responses(slices));
      }
    }
  }

  private static void readOnce(Channel channel) {
    if (channel.config().getRecvByteBufAllocator()
        instanceof MaxMessagesRecvByteBufAllocator reads) {
      reads.maxMessagesPerRead(1);
    }
  }

  /** The memory of the heads of requests. */
  public static HeadMemory heads(HttpServerRequest request) {
    return channel(request.connection()).map(HeadMemory::of).orElseThrow();
  }

  /** Whether the connection of the request has not been closed. */
  public static boolean isOpen(HttpServerRequest request) {
    return channel(request.connection()).map(Channel::isActive).orElse(true);
  }

  /**
   * Reads nothing more of a connection for this time, so that nothing of what the client sends is
   * in memory: a paused request of Vert.x keeps the first chunks of its body, up to half a
   * megabyte. The end of the connection is not seen meanwhile.
   */
  public static void pause(HttpServerRequest request, Duration time) {
    if (!time.isZero()) {
      pauseOf(request).ifPresent(pause -> pause.begin(Vertx.currentContext().owner(), time));
    }
  }

  /**
   * Pauses, as above, a connection that has its part in too many refusals of an address: the other
   * requests of HTTP/2 wait as well.
   */
  public static void pauseAfterRefusals(HttpServerRequest request, Duration time) {
    pauseOf(request).filter(ReadingPause::isAfterRefusals).ifPresent(known -> pause(request, time));
  }

  private static Optional<ReadingPause> pauseOf(HttpServerRequest request) {
    return channel(request.connection())
        .flatMap(ConnectionReading::reading)
        .map(PausableReading::readingPause);
  }

  private static Optional<PausableReading> reading(Channel channel) {
    PausableReading http1 = channel.pipeline().get(Http1Slices.class);
    return Optional.ofNullable(http1 != null ? http1 : channel.pipeline().get(Http2Slices.class));
  }

  private static Optional<Channel> channel(HttpConnection connection) {
    return connection instanceof HttpServerConnection server
        ? Optional.of(server.channelHandlerContext().channel())
        : Optional.empty();
  }
}
