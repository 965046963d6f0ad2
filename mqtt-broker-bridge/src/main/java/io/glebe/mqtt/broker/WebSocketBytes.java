package io.glebe.mqtt.broker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;

/**
 * Turns the frames of a WebSocket into the bytes of MQTT and back. A frame may hold a part of a
 * packet or several of them, as the standard of MQTT says; text is against it.
 */
final class WebSocketBytes extends ChannelDuplexHandler {
  /** Bytes of a frame besides a packet. */
  private static final int FRAME_BYTES = 1024;

  private boolean closing;

  /** Adds the handlers before this one. */
  static void open(ChannelHandlerContext last, int packetBytes) {
    ChannelPipeline pipeline = last.pipeline();
    pipeline.addBefore(last.name(), "webSocketEncoder", new WebSocket13FrameEncoder(false));
    pipeline.addBefore(
        last.name(),
        "webSocketDecoder",
        new WebSocket13FrameDecoder(true, false, packetBytes + FRAME_BYTES));
    pipeline.addBefore(last.name(), "webSocketBytes", new WebSocketBytes());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    switch (message) {
      case BinaryWebSocketFrame frame -> context.fireChannelRead(frame.content());
      case ContinuationWebSocketFrame frame -> context.fireChannelRead(frame.content());
      case PingWebSocketFrame ping -> {
        if (context.channel().isWritable()) {
          var _ = context.writeAndFlush(new PongWebSocketFrame(ping.content()));
        } else {
          ping.release();
        }
      }
      case PongWebSocketFrame pong -> pong.release();
      case CloseWebSocketFrame close -> end(context, close);
      case WebSocketFrame other -> {
        other.release();
        end(context, new CloseWebSocketFrame(WebSocketCloseStatus.INVALID_MESSAGE_TYPE));
      }
      default -> ReferenceCountUtil.release(message);
    }
  }

  private void end(ChannelHandlerContext context, CloseWebSocketFrame frame) {
    if (closing) {
      frame.release();
      return;
    }
    closing = true;
    context.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    var _ =
        context.write(
            message instanceof ByteBuf bytes ? new BinaryWebSocketFrame(bytes) : message, promise);
  }
}
