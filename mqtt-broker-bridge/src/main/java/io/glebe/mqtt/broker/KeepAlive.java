package io.glebe.mqtt.broker;

import io.glebe.mqtt.packet.ConnectRequest;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;

/** Reports a client that has been silent for too long. */
final class KeepAlive {
  private KeepAlive() {}

  /** Adds the handler whose idle events the connection receives; none without a keep-alive. */
  static void watch(ChannelHandlerContext connection, ConnectRequest request) {
    if (request.keepAliveSeconds() > 0) {
      double millis =
          TimeUnit.SECONDS.toMillis(request.keepAliveSeconds()) * ClientLimits.KEEP_ALIVE_PATIENCE;
      connection
          .pipeline()
          .addBefore(
              connection.name(),
              "mqttIdle",
              new IdleStateHandler((long) millis, 0, 0, TimeUnit.MILLISECONDS));
    }
  }
}
