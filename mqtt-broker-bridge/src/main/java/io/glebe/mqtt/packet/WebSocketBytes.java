package io.glebe.mqtt.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import java.nio.channels.ClosedChannelException;

/**
 * Turns the frames of a WebSocket into the bytes of MQTT and back. A frame may hold a part of a
 * packet or several of them, as the standard of MQTT says; text is against it. Bytes are passed on
 * as they arrive, also those of a frame that is not complete: nothing is kept here, so the limits
 * of packets hold as without a WebSocket. The data of all frames of one read are passed on
 * together, since the handlers of packets cost more for each buffer than for each byte. Too many
 * small frames end the connection, see {@link UnfinishedFrames}. Used on the event loop of the
 * channel.
 */
public final class WebSocketBytes extends ChannelDuplexHandler {
  private static final int STATUS_BYTES = 2;

  private final WebSocketFrameHeader header = new WebSocketFrameHeader();
  private final UnfinishedFrames frames;

  /** Where the data of the current read begin that have not been passed on, and where they end. */
  private int dataStart;

  private int dataEnd;

  /** Bytes that are left of the payload of the current frame. */
  private long missing;

  /** The mask of the current frame, beginning with the next byte. */
  private int mask;

  /** Whether a message has begun that goes on in the next frame of data. */
  private boolean fragmented;

  /** The payload of the current frame, where it is no data. */
  private ByteBuf control = Unpooled.EMPTY_BUFFER;

  private boolean closing;

  private WebSocketBytes(UnfinishedFrames frames) {
    this.frames = frames;
  }

  /**
   * Adds the handlers before this one.
   *
   * @param frameBytes mean bytes of frames that leave a packet unfinished; 0 for no limit
   */
  public static void open(ChannelHandlerContext last, int frameBytes) {
    ChannelPipeline pipeline = last.pipeline();
    pipeline.addBefore(last.name(), "webSocketEncoder", new WebSocket13FrameEncoder(false));
    pipeline.addBefore(
        last.name(), "webSocketBytes", new WebSocketBytes(new UnfinishedFrames(frameBytes)));
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf bytes)) {
      context.fireChannelRead(message);
      return;
    }
    try {
      dataStart = bytes.readerIndex();
      dataEnd = dataStart;
      while (bytes.isReadable() && !closing) {
        if (missing > 0) {
          payload(context, bytes);
        } else if (header.read(bytes)) {
          begin(context, bytes);
        }
      }
      if (!closing) {
        passData(context, bytes);
      }
    } finally {
      bytes.release();
    }
  }

  /** Passes on the data of the frames before the current one. */
  private void passData(ChannelHandlerContext context, ByteBuf bytes) {
    int from = dataStart;
    int length = dataEnd - dataStart;
    dataStart = bytes.readerIndex();
    dataEnd = dataStart;
    if (length > 0) {
      context.fireChannelRead(bytes.retainedSlice(from, length));
    }
  }

  private void begin(ChannelHandlerContext context, ByteBuf bytes) {
    missing = header.length();
    mask = header.mask();
    boolean isData = header.isValid() && !header.isControl();
    if (isData && isInOrder() && header.opcode() != WebSocketFrameHeader.TEXT) {
      fragmented = !header.isFinal();
      endData(context);
      return;
    }
    passData(context, bytes);
    if (!header.isValid() || !isInOrder()) {
      end(context, new CloseWebSocketFrame(WebSocketCloseStatus.PROTOCOL_ERROR));
    } else if (header.opcode() == WebSocketFrameHeader.TEXT) {
      end(context, new CloseWebSocketFrame(WebSocketCloseStatus.INVALID_MESSAGE_TYPE));
    } else {
      control = Unpooled.buffer((int) missing, WebSocketFrameHeader.MAX_CONTROL);
      if (missing == 0) {
        control(context);
      }
    }
  }

  /** A message that has begun goes on before the next one begins. */
  private boolean isInOrder() {
    boolean goesOn = header.opcode() == WebSocketFrameHeader.CONTINUATION;
    return header.isControl() || goesOn == fragmented;
  }

  private void payload(ChannelHandlerContext context, ByteBuf bytes) {
    int length = (int) Math.min(missing, bytes.readableBytes());
    missing -= length;
    int from = bytes.readerIndex();
    bytes.skipBytes(length);
    if (!header.isControl()) {
      unmask(bytes, from, dataEnd, length);
      frames.read(bytes, dataEnd, dataEnd + length);
      dataEnd += length;
      endData(context);
      return;
    }
    unmask(bytes, from, from, length);
    control.writeBytes(bytes, from, length);
    if (missing == 0) {
      control(context);
    }
  }

  /** A frame of data that has all its bytes ends. */
  private void endData(ChannelHandlerContext context) {
    if (missing == 0 && frames.areTooSmallWith(header.length())) {
      end(context, new CloseWebSocketFrame(WebSocketCloseStatus.POLICY_VIOLATION));
    }
  }

  /** Moves bytes without their mask to this place of the same buffer or an earlier one. */
  private void unmask(ByteBuf bytes, int from, int to, int length) {
    int at = 0;
    for (; at + Integer.BYTES <= length; at += Integer.BYTES) {
      bytes.setInt(to + at, bytes.getInt(from + at) ^ mask);
    }
    for (; at < length; at++) {
      bytes.setByte(to + at, bytes.getByte(from + at) ^ mask >>> Integer.SIZE - Byte.SIZE);
      mask = Integer.rotateLeft(mask, Byte.SIZE);
    }
  }

  private void control(ChannelHandlerContext context) {
    switch (header.opcode()) {
      case WebSocketFrameHeader.PING -> {
        if (context.channel().isWritable()) {
          var _ = context.writeAndFlush(new PongWebSocketFrame(control));
        }
      }
      case WebSocketFrameHeader.CLOSE -> end(context, closed());
      default -> {} // an answer to no question
    }
  }

  /** The answer to the end of the client: with the same status, if it is one. */
  private CloseWebSocketFrame closed() {
    if (!control.isReadable()) {
      return new CloseWebSocketFrame();
    }
    boolean valid =
        control.readableBytes() >= STATUS_BYTES
            && WebSocketCloseStatus.isValidStatusCode(control.getUnsignedShort(0));
    return valid
        ? new CloseWebSocketFrame(true, 0, control.readSlice(STATUS_BYTES))
        : new CloseWebSocketFrame(WebSocketCloseStatus.PROTOCOL_ERROR);
  }

  /** What arrives after it is not read any more. */
  private void end(ChannelHandlerContext context, CloseWebSocketFrame frame) {
    closing = true;
    context.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE);
  }

  /** Data does not follow the frame that closes. */
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (closing && message instanceof ByteBuf bytes) {
      bytes.release();
      if (!promise.isVoid()) {
        promise.tryFailure(new ClosedChannelException());
      }
      return;
    }
    var _ =
        context.write(
            message instanceof ByteBuf bytes ? new BinaryWebSocketFrame(bytes) : message, promise);
  }
}
