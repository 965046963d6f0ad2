package io.glebe.mqtt.packet;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Passes on the first packet of a client, which should be CONNECT, and keeps what follows it until
 * the client has signed in. A first packet above the limit ends the connection. The decoder waits
 * for more bytes where the content of a packet is longer than its header says; they are kept here,
 * so {@link Event#COMPLETE} follows the last byte. Used on the event loop of the channel.
 */
public final class ConnectAdmission extends ChannelInboundHandlerAdapter {
  /** What the handlers after this one are told. */
  public enum Event {
    /** All bytes of the first packet have been passed on. */
    COMPLETE
  }

  private final int maxBytes;
  private final Deque<ByteBuf> later = new ArrayDeque<>();
  private final PacketLength header = new PacketLength();
  private boolean headerRead;
  private boolean refused;
  private boolean signedIn;

  /** Bytes of the first packet that have not yet arrived, when its header has been read. */
  private int missing;

  /**
   * @param maxBytes bytes of the first packet without its header
   */
  public ConnectAdmission(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf bytes)) {
      context.fireChannelRead(message);
      return;
    }
    if (headerRead && missing == 0) {
      later.add(bytes);
      return;
    }
    int end = endOfPacket(bytes);
    if (refused) {
      bytes.release();
      var _ = context.close();
      return;
    }
    if (end < bytes.writerIndex()) {
      later.add(bytes.retainedSlice(end, bytes.writerIndex() - end));
      bytes.writerIndex(end);
    }
    context.fireChannelRead(bytes);
    if (headerRead && missing == 0) {
      context.fireUserEventTriggered(Event.COMPLETE);
    }
  }

  /** Where the first packet ends in these bytes, or the bytes themselves. */
  private int endOfPacket(ByteBuf bytes) {
    int at = bytes.readerIndex();
    while (!headerRead && !refused && at < bytes.writerIndex()) {
      headerRead = header.read(bytes.getByte(at++));
      missing = header.bytes();
      refused = header.isInvalid() || headerRead && missing > maxBytes;
    }
    int part = headerRead ? Math.min(missing, bytes.writerIndex() - at) : 0;
    missing -= part;
    return at + part;
  }

  /** The client has signed in: this handler admits all its packets from the next one on. */
  public void signedIn(ChannelHandlerContext connection, PacketAdmission next) {
    signedIn = true;
    connection.pipeline().remove(SignInBytes.class);
    connection.pipeline().replace(this, "mqttAdmission", next);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    for (ByteBuf bytes = later.poll(); bytes != null; bytes = later.poll()) {
      if (signedIn) {
        context.fireChannelRead(bytes);
      } else {
        bytes.release();
      }
    }
  }
}
